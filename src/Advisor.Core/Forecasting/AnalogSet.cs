using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Past moments that resemble one moment, with their weights, which add up to 1. As the clock goes on the set moves along with it, until
/// the next search.
/// </summary>
/// <param name="Minute">The minute that was searched for.</param>
/// <param name="Starts">The minutes that resemble it.</param>
/// <param name="Weights">Their weights, in the order of <paramref name="Starts"/>.</param>
internal sealed record AnalogSet(int Minute, int[] Starts, float[] Weights)
{
    /// <summary>With fewer analogs than this no distribution is made of them.</summary>
    public const int MinCount = 5;

    public static AnalogSet None { get; } = new(-1, [], []);

    public bool IsEnough => Starts.Length >= MinCount;

    /// <summary>The code of the highest need known at the search; unknown where that was not looked up.</summary>
    public ushort MaxCode { get; init; }

    private const int MaxCount = 64;

    public void Write(BinaryWriter writer)
    {
        writer.Write(Minute);
        writer.WriteArray<int>(Starts);
        writer.WriteArray<float>(Weights);
        writer.Write(MaxCode);
    }

    public static AnalogSet Read(BinaryReader reader)
    {
        var read = new AnalogSet(reader.ReadInt32(), reader.ReadArray<int>(MaxCount), reader.ReadArray<float>(MaxCount));
        return read.Starts.Length == read.Weights.Length ? read with { MaxCode = reader.ReadUInt16() } : throw new InvalidDataException();
    }
}
