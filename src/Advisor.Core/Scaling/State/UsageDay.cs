namespace Advisor.Core.Scaling.State;

/// <summary>Messages and units counted on one UTC day.</summary>
/// <param name="Day">Days since 1970-01-01.</param>
/// <param name="Sku">SKU in force at the end of the day.</param>
/// <param name="Pieces">2-KB pieces of outbound traffic in the minutes of <paramref name="KnownMinutes"/>.</param>
/// <param name="KnownMinutes">Minutes whose messages are known; a missing minute is not zero.</param>
/// <param name="UnitMinutes">Units in force, summed over the minutes of <paramref name="Minutes"/>.</param>
/// <param name="Minutes">Minutes whose units are known.</param>
/// <param name="MaxUnits">Highest unit count of the day.</param>
public readonly record struct UsageDay(int Day, string Sku, double Pieces, int KnownMinutes, int UnitMinutes, int Minutes, int MaxUnits)
{
    internal const int Length = 1440;

    /// <summary>The day, UTC.</summary>
    public DateOnly Date => DateOnly.FromDateTime(DateTime.UnixEpoch.AddDays(Day));

    /// <summary>Mean units in force.</summary>
    public double MeanUnits => (double)UnitMinutes / Minutes;

    internal UsageDay Add(string sku, double? pieces, int minutes, int units) =>
        new(
            Day,
            sku,
            Pieces + (pieces ?? 0),
            KnownMinutes + (pieces is null ? 0 : minutes),
            UnitMinutes + (units * minutes),
            Minutes + minutes,
            Math.Max(MaxUnits, units)
        );

    internal void Write(BinaryWriter writer)
    {
        writer.Write(Day);
        writer.Write(Sku);
        writer.Write(Pieces);
        writer.Write((short)KnownMinutes);
        writer.Write(UnitMinutes);
        writer.Write((short)Minutes);
        writer.Write(MaxUnits);
    }

    internal static UsageDay Read(BinaryReader reader) =>
        new(
            reader.ReadInt32(),
            reader.ReadString(),
            reader.ReadDouble(),
            ReadMinutes(reader),
            reader.ReadInt32(),
            ReadMinutes(reader),
            reader.ReadInt32()
        );

    private static int ReadMinutes(BinaryReader reader) =>
        reader.ReadInt16() is >= 0 and <= Length and var minutes ? minutes : throw new InvalidDataException();
}
