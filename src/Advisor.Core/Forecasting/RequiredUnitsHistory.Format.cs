using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting;

/// <content>Binary format of the history in the stored state.</content>
internal sealed partial class RequiredUnitsHistory
{
    /// <summary>Writes the minutes kept; the grid is derived from them.</summary>
    public void Write(BinaryWriter writer)
    {
        writer.Write(NextMinute);
        writer.WriteArray(Codes);
        LowerBounds.Write(writer);
    }

    /// <param name="hasBounds">Whether lower bounds follow, as from version 3 of the state on.</param>
    public static RequiredUnitsHistory Read(BinaryReader reader, bool hasBounds)
    {
        var nextMinute = reader.ReadInt32();
        var (minutes, count) = AppendOnlyBuffer<ushort>.Read(reader, MinutesKept, MinutesSlack);
        return new(minutes, count, null, 0, nextMinute)
        {
            LowerBounds = hasBounds ? LowerBoundMinutes.Read(reader) : LowerBoundMinutes.None,
        };
    }
}
