using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting;

/// <content>Binary format of the history in the stored state.</content>
internal sealed partial class RequiredUnitsHistory
{
    /// <summary>Writes the minutes kept; the grid is derived from them.</summary>
    /// <param name="from">First minute that is written; null = the oldest.</param>
    public void Write(BinaryWriter writer, int? from = null)
    {
        writer.Write(NextMinute);
        writer.WriteArray(from is { } first ? Codes[^Math.Clamp(NextMinute - first, 0, Count)..] : Codes);
        LowerBounds.Write(writer);
    }

    /// <param name="hasBounds">Whether lower bounds follow, as from version 3 of the state on.</param>
    /// <param name="older">Minutes before those that were written; null = none.</param>
    public static RequiredUnitsHistory Read(BinaryReader reader, bool hasBounds, OlderHistory? older = null)
    {
        var nextMinute = reader.ReadInt32();
        var (minutes, count) = AppendOnlyBuffer<ushort>.Read(reader, MinutesKept, MinutesSlack);
        if (older is not null)
        {
            var kept = older.End == nextMinute - count ? MinutesKept - count : throw new InvalidDataException();
            count = minutes.Prepend(older.Codes[^Math.Min(kept, older.Codes.Length)..]);
        }

        return new(minutes, count, null, 0, nextMinute)
        {
            LowerBounds = hasBounds ? LowerBoundMinutes.Read(reader) : LowerBoundMinutes.None,
        };
    }
}
