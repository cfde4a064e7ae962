using Advisor.Core.Metrics;

namespace Advisor.Core.Scaling.Readings;

/// <summary>
/// Successive minutes in which every metric is the same to the last digit. Traffic that moved before is never so still: the source repeats
/// an old answer. A load that never moved may well be constant.
/// </summary>
/// <param name="Fingerprint">Stands for the readings of the newest minute.</param>
/// <param name="Count">Minutes with these readings.</param>
/// <param name="Movement">Share of the minutes of about the four hours before that differ from the one before; 0 to 1.</param>
internal readonly record struct ReadingRun(ulong Fingerprint, int Count, double Movement)
{
    // Minutes.
    private const int FrozenAfter = 15;

    // Of one minute in Movement, and the least movement before that makes a standstill odd.
    private const double Weight = 1.0 / 240,
        Moved = 0.5;

    // FNV-1a, 64 bits: the same in every process.
    private const ulong Offset = 14695981039346656037,
        Prime = 1099511628211;

    /// <summary>Whether readings that moved before stand still.</summary>
    public bool IsFrozen => Count >= FrozenAfter && Movement >= Moved;

    /// <summary>Adds a minute.</summary>
    public ReadingRun Add(in MetricReadings readings)
    {
        var fingerprint = ComputeFingerprint(readings);
        if (Count == 0)
        {
            return new(fingerprint, 1, 0);
        }

        if (fingerprint != Fingerprint)
        {
            return new(fingerprint, 1, Movement + (Weight * (1 - Movement)));
        }

        // A standstill keeps the movement before it: otherwise it would end by itself, however long the source repeats its answer.
        return Count + 1 < FrozenAfter
            ? this with
            {
                Count = Count + 1,
                Movement = Movement * (1 - Weight),
            }
            : this with
            {
                Count = Math.Min(Count + 1, int.MaxValue - 1),
            };
    }

    public void Write(BinaryWriter writer)
    {
        writer.Write(Fingerprint);
        writer.Write(Count);
        writer.Write(Movement);
    }

    public static ReadingRun Read(BinaryReader reader) => new(reader.ReadUInt64(), reader.ReadInt32(), reader.ReadDouble());

    private static ulong ComputeFingerprint(in MetricReadings readings)
    {
        var hash = Offset;
        foreach (var metric in MetricTable.Sizing)
        {
            hash = (hash ^ (ulong)BitConverter.DoubleToInt64Bits(metric.Get(readings) ?? double.NaN)) * Prime;
        }

        return hash;
    }
}
