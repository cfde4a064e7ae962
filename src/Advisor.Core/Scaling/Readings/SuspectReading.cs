using Advisor.Core.Metrics;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.Readings;

/// <summary>Reason why a reading of one minute is not trusted.</summary>
internal enum SuspectReadingKind
{
    /// <summary>The connection count and its quota utilization disagree at every recent size: one of them is used.</summary>
    ContradictsQuota,

    /// <summary>More connections than the size accepts, not confirmed by the quota metric: they only show that the size is full.</summary>
    BeyondSize,

    /// <summary>A jump that no other metric follows; treated as missing.</summary>
    Unexplained,

    /// <summary>Every metric the same to the last digit for many minutes, where they moved before.</summary>
    Frozen,

    /// <summary>Traffic of 0 for many minutes, where the server load shows that the resource works: the others decide.</summary>
    Silent,
}

/// <summary>Reading that is not trusted in its minute.</summary>
/// <param name="Metric">Name in words, such as "outbound traffic".</param>
/// <param name="Seen">Reported value, in the unit of the metric.</param>
/// <param name="Expected">Value according to the other readings, the size, or the minute before; null = that minute is unknown.</param>
internal readonly record struct SuspectReading(SuspectReadingKind Kind, string Metric, double Seen, double? Expected);

/// <summary>Readings of a minute after the check.</summary>
/// <param name="Readings">Readings to decide by; suspect ones are lowered or missing.</param>
/// <param name="Suspects">Readings that are not trusted; almost always empty.</param>
internal readonly record struct CheckedReadings(MetricReadings Readings, IReadOnlyList<SuspectReading> Suspects)
{
    /// <summary>
    /// Whether the units that the readings require are in doubt. Silent traffic leaves them to server load and connections.
    /// </summary>
    public bool IsInDoubt => Suspects.Count > 0 && Suspects.Any(suspect => suspect.Kind != SuspectReadingKind.Silent);
}

/// <summary>Previous readings, with which an isolated jump is compared.</summary>
/// <param name="Baseline">Last readings, with the last trusted value in place of a suspect one, or of a missing connection count.</param>
/// <param name="Minute">Minute of the readings, counted from 1970.</param>
/// <param name="SuspectInARow">Number of consecutive readings with an unexplained jump.</param>
/// <param name="UnconfirmedUnits">Units required by the last reading if it was far above the previous one; otherwise 0.</param>
/// <param name="Run">Newest minutes with the same readings.</param>
internal readonly record struct ReadingMemory(
    MetricReadings Baseline,
    int Minute,
    int SuspectInARow,
    double UnconfirmedUnits,
    ReadingRun Run
)
{
    // Older readings are no basis for detecting a jump.
    private const int ComparableMinutes = 15;

    public static ReadingMemory None { get; } = new(default, int.MinValue / 2, 0, 0, default);

    /// <summary>Newest minutes without traffic.</summary>
    public TrafficSilence Silence { get; init; }

    /// <summary>Returns the readings to remember after a minute; one without any metric changes nothing.</summary>
    /// <param name="readings">Readings as they were reported.</param>
    /// <param name="baseline">The same with the last trusted value in place of a suspect one.</param>
    public ReadingMemory Add(
        in MetricReadings readings,
        in MetricReadings baseline,
        int minute,
        int suspectInARow,
        ReadingRun run,
        TrafficSilence silence
    ) =>
        readings.IsEmpty
            ? this
            : this with
            {
                // Readings that no jump is compared with are not kept.
                Baseline = baseline with
                {
                    ConnectionQuotaUtilization = null,
                    SystemErrors = null,
                    Impossible = MetricSet.None,
                },
                Minute = minute,
                SuspectInARow = suspectInARow,
                Run = run,
                Silence = silence,
            };

    /// <summary>Whether a reading of this minute can be compared with the baseline.</summary>
    public bool IsComparable(int minute) => minute - Minute <= ComparableMinutes;

    public void Write(BinaryWriter writer)
    {
        writer.WriteOptional(Baseline.ServerLoad);
        writer.WriteOptional(Baseline.ConnectionCount);
        writer.WriteOptional(Baseline.InboundTraffic);
        writer.WriteOptional(Baseline.OutboundTraffic);
        writer.WriteOptional(Baseline.MessageCount);
        writer.Write(Minute);
        writer.Write(SuspectInARow);
        writer.Write(UnconfirmedUnits);
        Run.Write(writer);
    }

    /// <param name="hasRun">Whether minutes with the same readings follow, as from version 3 of the state on.</param>
    public static ReadingMemory Read(BinaryReader reader, bool hasRun) =>
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
            reader.ReadDouble(),
            hasRun ? ReadingRun.Read(reader) : default
        );
}
