using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Past moments that resemble one moment, with weights that add up to 1. The set moves along with the clock until the next search.
/// </summary>
/// <param name="Minute">Minute of the search.</param>
/// <param name="Starts">Minutes that resemble it.</param>
/// <param name="Weights">Weights, in the order of <paramref name="Starts"/>.</param>
internal sealed record AnalogSet(int Minute, int[] Starts, float[] Weights)
{
    /// <summary>Minimum number of analogs for a distribution.</summary>
    public const int MinCount = 5;

    public static AnalogSet None { get; } = new(-1, [], []);

    public bool IsEnough => Starts.Length >= MinCount;

    /// <summary>Code of the highest requirement known at the search; unknown if not computed.</summary>
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
