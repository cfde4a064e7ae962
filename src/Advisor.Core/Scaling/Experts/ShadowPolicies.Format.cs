using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.Experts;

/// <content>Binary format of the runs in the stored state.</content>
internal sealed partial class ShadowPolicies
{
    /// <summary>Writes everything that <see cref="Read"/> needs.</summary>
    public void Write(BinaryWriter writer)
    {
        writer.Write(Steps);
        writer.Write(minute);
        writer.Write(weighedAt);
        writer.WriteArray<byte>(sizes);
        writer.WriteArray<int>(triggeredAt);
        writer.WriteArray<float>(weights);
        writer.WriteArray<byte>(requested);
        writer.WriteArray<byte>(delays);
        writer.WriteArray<byte>(votes);
        writer.WriteRuns(ConvertToColumns(recentSizes, MinutesKept));
        writer.WriteArray<double>(costs);
        writer.WriteArray<float>(otherCosts);
        writer.Write(isWeekend);
    }

    /// <summary>
    /// Reads the stored policies. If they were written by a different set of experts, all start again: costs differ within a day.
    /// </summary>
    /// <param name="hasKinds">Whether weekdays and weekends are charged apart, as from version 3 of the state on.</param>
    public static ShadowPolicies Read(BinaryReader reader, bool hasKinds)
    {
        const int maxSteps = 64,
            maxBytes = 16_384;
        var (steps, at, weighed) = (reader.ReadCount(maxSteps), reader.ReadInt32(), reader.ReadInt32());
        var size = reader.ReadArray<byte>(maxBytes);
        var (requestedAt, weights) = (reader.ReadArray<int>(maxBytes), reader.ReadArray<float>(maxBytes));
        byte[][] bytes =
        [
            reader.ReadArray<byte>(maxBytes),
            reader.ReadArray<byte>(maxBytes),
            reader.ReadArray<byte>(maxBytes),
            hasKinds ? ConvertToColumns(reader.ReadRuns(maxBytes), SizingExperts.Count) : reader.ReadArray<byte>(maxBytes),
        ];
        var cost = reader.ReadArray<double>(maxBytes);
        var otherCost = hasKinds ? reader.ReadArray<float>(maxBytes) : new float[cost.Length];
        var isWeekendNow = hasKinds && reader.ReadBoolean();
        if (steps == 0 || size.Length == 0 || HasStepFrom(steps, size) || HasStepFrom(steps, bytes[2]) || HasStepFrom(steps, bytes[3]))
        {
            throw new InvalidDataException();
        }

        if (
            size.Length != SizingExperts.Count
            || requestedAt.Length != SizingExperts.Triggers * steps
            || bytes[3].Length != MinutesKept * SizingExperts.Count
            || bytes[0].Length != SizingExperts.Count
            || bytes[1].Length != SizingExperts.Count
            || bytes[2].Length != SizingExperts.Count
            || weights.Length != SizingExperts.Count
            || cost.Length != SizingExperts.Count
            || otherCost.Length != SizingExperts.Count
        )
        {
            return new ShadowPolicies(steps, size[0], at + 1);
        }

        var runs = new ShadowPolicies(requestedAt, weights)
        {
            minute = at,
            weighedAt = weighed,
            isWeekend = isWeekendNow,
        };
        size.CopyTo(runs.sizes, 0);
        bytes[0].CopyTo(runs.requested, 0);
        bytes[1].CopyTo(runs.delays, 0);
        bytes[2].CopyTo(runs.votes, 0);
        bytes[3].CopyTo(runs.recentSizes, 0);
        cost.CopyTo(runs.costs, 0);
        otherCost.CopyTo(runs.otherCosts, 0);
        return runs;
    }

    private static bool HasStepFrom(int steps, byte[] of) => of.AsSpan().ContainsAnyInRange((byte)steps, byte.MaxValue);

    /// <summary>
    /// Swaps rows and columns: the sizes of a run in successive minutes, most of which are the same, follow each other in the stored form.
    /// </summary>
    private static byte[] ConvertToColumns(byte[] table, int rows)
    {
        var columns = table.Length / rows;
        var swapped = new byte[table.Length];
        for (var row = 0; row < rows; row++)
        {
            var values = table.AsSpan(row * columns, columns);
            for (var column = 0; column < values.Length; column++)
            {
                swapped[(column * rows) + row] = values[column];
            }
        }

        return swapped;
    }
}
