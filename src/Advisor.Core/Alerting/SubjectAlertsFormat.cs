using System.Text;
using Advisor.Core.Rules;
using Advisor.Core.Serialization;

namespace Advisor.Core.Alerting;

/// <summary>Alerts of a subject, or the problem that prevented reading them.</summary>
/// <param name="Problem">One sentence: what is wrong with the bytes and what to do.</param>
public sealed record SubjectAlertsReading(SubjectAlerts? Alerts, string? Problem);

/// <summary>
/// Binary format of <see cref="SubjectAlerts"/>: four letters, the version, the fields. 32 bytes without alerts, about 70 more per alert.
/// Reads only the version that it writes.
/// </summary>
public static class SubjectAlertsFormat
{
    /// <summary>Version that is written.</summary>
    public const int Version = 1;

    private const int MostAlerts = 1000,
        MostLevels = 4,
        MostRises = 16;

    private static ReadOnlySpan<byte> Magic => "ADVA"u8;

    public static byte[] Write(SubjectAlerts alerts)
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream, Encoding.UTF8);
        writer.Write(Magic);
        writer.Write(Version);
        writer.Write(alerts.Clock);
        WriteTime(writer, alerts.EvaluatedAt);
        writer.Write(alerts.EventCount);
        writer.Write(alerts.Alerts.Count);
        foreach (var alert in alerts.Alerts)
        {
            Write(writer, alert);
        }

        writer.Flush();
        return stream.ToArray();
    }

    /// <summary>Reads the current version; any other version is a problem.</summary>
    public static SubjectAlertsReading Read(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < Magic.Length + sizeof(int) || !bytes.StartsWith(Magic))
        {
            return new(null, "These bytes are not the alerts of a resource. Delete them to start again.");
        }

        var version = BitConverter.ToInt32(bytes[Magic.Length..]);
        if (version != Version)
        {
            return new(
                null,
                $"The alerts have version {version}; this program reads version {Version}. "
                    + "Use the program that wrote it, or delete them to start again."
            );
        }

        using var reader = new BinaryReader(
            new MemoryStream(bytes[(Magic.Length + sizeof(int))..].ToArray(), writable: false),
            Encoding.UTF8
        );
        try
        {
            var alerts = ReadFields(reader);
            return reader.BaseStream.Position == reader.BaseStream.Length ? new(alerts, null) : new(null, Damaged);
        }
        catch (Exception e) when (e is IOException or ArgumentException or OverflowException or InvalidDataException)
        {
            return new(null, Damaged);
        }
    }

    private const string Damaged = "The alerts are damaged: a field cannot be read. Delete them to start again.";

    private static SubjectAlerts ReadFields(BinaryReader reader)
    {
        var alerts = new SubjectAlerts
        {
            Clock = reader.ReadInt64(),
            EvaluatedAt = ReadTime(reader),
            EventCount = reader.ReadInt32(),
        };
        var memories = new AlertState[reader.ReadCount(MostAlerts)];
        for (var i = 0; i < memories.Length; i++)
        {
            memories[i] = ReadMemory(reader);
        }

        return alerts with
        {
            Alerts = memories,
        };
    }

    private static void Write(BinaryWriter writer, AlertState alert)
    {
        writer.Write(alert.Condition);
        writer.Write(alert.Levels.Count);
        foreach (var level in alert.Levels)
        {
            writer.Write(level.IsFiring);
            WriteClock(writer, level.Since);
        }

        WriteTime(writer, alert.StartedAt);
        WriteClock(writer, alert.MissingSince);
        writer.Write(alert.IsMissing);
        writer.Write(alert.Rises.Count);
        foreach (var rise in alert.Rises)
        {
            writer.Write(rise);
        }

        writer.Write((sbyte)(alert.NotifiedSeverity is { } notified ? (int)notified : -1));
        writer.Write(alert.NotifiedAt);
    }

    private static AlertState ReadMemory(BinaryReader reader)
    {
        var condition = reader.ReadString();
        var levels = new AlertLevelState[reader.ReadCount(MostLevels)];
        for (var i = 0; i < levels.Length; i++)
        {
            levels[i] = new(reader.ReadBoolean(), ReadClock(reader));
        }

        var alert = new AlertState
        {
            Condition = condition,
            Levels = levels,
            StartedAt = ReadTime(reader),
            MissingSince = ReadClock(reader),
            IsMissing = reader.ReadBoolean(),
        };
        var rises = new long[reader.ReadCount(MostRises)];
        for (var i = 0; i < rises.Length; i++)
        {
            rises[i] = reader.ReadInt64();
        }

        var notified = reader.ReadSByte();
        return alert with { Rises = rises, NotifiedSeverity = DecodeSeverity(notified), NotifiedAt = reader.ReadInt64() };
    }

    private static AlertSeverity? DecodeSeverity(sbyte notified) =>
        notified switch
        {
            -1 => null,
            >= 0 and <= (sbyte)AlertSeverity.Critical => (AlertSeverity)notified,
            _ => throw new InvalidDataException(),
        };

    private static void WriteTime(BinaryWriter writer, DateTimeOffset? time) => writer.Write(time?.UtcTicks ?? long.MinValue);

    private static DateTimeOffset? ReadTime(BinaryReader reader) =>
        reader.ReadInt64() is var ticks && ticks == long.MinValue ? null : new DateTimeOffset(ticks, TimeSpan.Zero);

    // Times on the subject's own clock are never negative.
    private static void WriteClock(BinaryWriter writer, long? clock) => writer.Write(clock ?? -1);

    private static long? ReadClock(BinaryReader reader) => reader.ReadInt64() is var clock && clock < 0 ? null : clock;
}
