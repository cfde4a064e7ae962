using Advisor.Core.Forecasting;

namespace Advisor.Core.Scaling;

/// <content>How the runs are kept between two minutes.</content>
internal sealed partial class ShadowRuns
{
    /// <summary>Writes all that <see cref="Read"/> needs.</summary>
    public void Write(BinaryWriter writer)
    {
        writer.Write(Steps);
        writer.Write(minute);
        writer.Write(weighedAt);
        writer.WriteArray<byte>(sizes);
        writer.WriteArray<int>(askedAt);
        writer.WriteArray<float>(weights);
        writer.WriteArray<byte>(ordered);
        writer.WriteArray<byte>(waits);
        writer.WriteArray<byte>(wishes);
        writer.WriteArray<byte>(remembered);
        writer.WriteArray<double>(costs);
    }

    /// <summary>Reads what was written. Where it was written with other rules than today's the runs begin anew: who is cheap shows within a day.</summary>
    public static ShadowRuns Read(BinaryReader reader)
    {
        const int mostSteps = 64, mostBytes = 16_384;
        var (steps, at, weighed) = (reader.ReadCount(mostSteps), reader.ReadInt32(), reader.ReadInt32());
        var size = reader.ReadArray<byte>(mostBytes);
        var (asked, weights) = (reader.ReadArray<int>(mostBytes), reader.ReadArray<float>(mostBytes));
        byte[][] bytes = [reader.ReadArray<byte>(mostBytes), reader.ReadArray<byte>(mostBytes), reader.ReadArray<byte>(mostBytes), reader.ReadArray<byte>(mostBytes)];
        var cost = reader.ReadArray<double>(mostBytes);
        if (steps == 0 || size.Length == 0 || Array.Exists([.. size, .. bytes[2], .. bytes[3]], step => step >= steps))
        {
            throw new InvalidDataException();
        }

        if (size.Length != SizeRules.Count || asked.Length != SizeRules.Triggers * steps || bytes[3].Length != MinutesRemembered * SizeRules.Count
            || bytes[0].Length != SizeRules.Count || bytes[1].Length != SizeRules.Count || bytes[2].Length != SizeRules.Count
            || weights.Length != SizeRules.Count || cost.Length != SizeRules.Count)
        {
            return new ShadowRuns(steps, size[0], at + 1);
        }

        var runs = new ShadowRuns(asked, weights) { minute = at, weighedAt = weighed };
        size.CopyTo(runs.sizes, 0);
        bytes[0].CopyTo(runs.ordered, 0);
        bytes[1].CopyTo(runs.waits, 0);
        bytes[2].CopyTo(runs.wishes, 0);
        bytes[3].CopyTo(runs.remembered, 0);
        cost.CopyTo(runs.costs, 0);
        return runs;
    }
}
