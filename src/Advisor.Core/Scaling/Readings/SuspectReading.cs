using Advisor.Core.Metrics;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.Readings;

/// <summary>Why a reading of one minute is not believed.</summary>
internal enum SuspectReadingKind
{
    /// <summary>The connection count and the utilization of its quota disagree at every recent size: the lower of the two counts.</summary>
    ContradictsQuota,

    /// <summary>More connections than the size holds, and no quota metric confirms them: no more is known than that it is full.</summary>
    BeyondSize,

    /// <summary>A jump that no other metric follows: taken as missing.</summary>
    Unexplained,
}

/// <summary>One reading that is not believed in its minute.</summary>
/// <param name="Metric">In words, such as "outbound traffic".</param>
/// <param name="Seen">What was reported, in the unit of the metric.</param>
/// <param name="Believed">What the other readings, or the size, make of it.</param>
internal readonly record struct SuspectReading(SuspectReadingKind Kind, string Metric, double Seen, double Believed);

/// <summary>The readings of a minute after the check.</summary>
/// <param name="Readings">What is decided by; a suspect reading is lowered or missing here.</param>
/// <param name="Suspects">What was not believed; empty in nearly every minute.</param>
internal readonly record struct CheckedReadings(MetricReadings Readings, IReadOnlyList<SuspectReading> Suspects);

/// <summary>What is remembered of the readings: a reading that stands alone is held against them.</summary>
/// <param name="Believed">The last readings, with the last believed value where one was suspect.</param>
/// <param name="Minute">Their minute, counted from 1970.</param>
/// <param name="SuspectInARow">Readings in a row with an unexplained jump.</param>
/// <param name="UnconfirmedUnits">The need of the last reading where it was far above what was there before, in units; otherwise 0.</param>
internal readonly record struct ReadingMemory(MetricReadings Believed, int Minute, int SuspectInARow, double UnconfirmedUnits)
{
    // Older readings are no measure of a jump.
    private const int ComparableMinutes = 15;

    public static ReadingMemory None { get; } = new(default, int.MinValue / 2, 0, 0);

    /// <summary>Whether a reading of this minute can be held against what is remembered.</summary>
    public bool IsComparable(int minute) => minute - Minute <= ComparableMinutes;

    public void Write(BinaryWriter writer)
    {
        writer.WriteOptional(Believed.ServerLoad);
        writer.WriteOptional(Believed.ConnectionCount);
        writer.WriteOptional(Believed.InboundTraffic);
        writer.WriteOptional(Believed.OutboundTraffic);
        writer.WriteOptional(Believed.MessageCount);
        writer.Write(Minute);
        writer.Write(SuspectInARow);
        writer.Write(UnconfirmedUnits);
    }

    public static ReadingMemory Read(BinaryReader reader) =>
        new(
            new MetricReadings(
                ServerLoad: reader.ReadOptional(),
                ConnectionCount: reader.ReadOptional(),
                InboundTraffic: reader.ReadOptional(),
                OutboundTraffic: reader.ReadOptional(),
                MessageCount: reader.ReadOptional()
            ),
            reader.ReadInt32(),
            reader.ReadInt32(),
            reader.ReadDouble()
        );
}
