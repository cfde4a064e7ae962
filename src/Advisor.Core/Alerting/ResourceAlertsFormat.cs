using System.Text;
using Advisor.Core.Serialization;

namespace Advisor.Core.Alerting;

/// <summary>Alerts of a resource, or the problem that prevented reading them.</summary>
public sealed record ResourceAlertsReading(ResourceAlerts? Alerts, string? Problem);

/// <summary>
/// Binary format of <see cref="ResourceAlerts"/>: the version, times, days, then the alerts by <see cref="SubjectAlertsFormat"/>. About 60
/// bytes, plus 20 per whole day, plus the alerts. Reads only the version that it writes.
/// </summary>
public static class ResourceAlertsFormat
{
    /// <summary>Version that is written.</summary>
    public const int Version = 1;

    private const string Damaged = "The alerts of the resource are damaged: a field cannot be read. Delete its state to start again.";

    public static byte[] Write(ResourceAlerts alerts)
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream, Encoding.UTF8);
        writer.Write(Version);
        WriteTime(writer, alerts.MonitoredSince);
        WriteTime(writer, alerts.NewestMetricsAt);
        writer.Write(alerts.Days.Minutes);
        writer.Write(alerts.Days.CurrentDay is not null);
        WriteDay(writer, alerts.Days.CurrentDay ?? default);
        writer.Write(alerts.Days.WholeDays.Count);
        foreach (var day in alerts.Days.WholeDays)
        {
            WriteDay(writer, day);
        }

        writer.Write(SubjectAlertsFormat.Write(alerts.Alerts));
        writer.Flush();
        return stream.ToArray();
    }

    /// <summary>Reads the current version; any other version is a problem.</summary>
    public static ResourceAlertsReading Read(ReadOnlySpan<byte> bytes)
    {
        using var stream = new MemoryStream(bytes.ToArray(), writable: false);
        using var reader = new BinaryReader(stream, Encoding.UTF8);
        try
        {
            if (reader.ReadInt32() is var version && version != Version)
            {
                return new(
                    null,
                    $"The alerts of the resource have version {version}; this program reads version {Version}. "
                        + "Use the program that wrote it."
                );
            }

            var fields = ReadFields(reader);
            var alerts = SubjectAlertsFormat.Read(bytes[(int)stream.Position..]);
            return alerts.Alerts is { } known ? new(fields with { Alerts = known }, null) : new(null, alerts.Problem);
        }
        catch (Exception e) when (e is IOException or ArgumentException or InvalidDataException)
        {
            return new(null, Damaged);
        }
    }

    private static ResourceAlerts ReadFields(BinaryReader reader)
    {
        var (since, newest) = (ReadTime(reader), ReadTime(reader));
        var minutes = reader.ReadInt32();
        var hasOpen = reader.ReadBoolean();
        var open = ReadDay(reader);
        var whole = new DayOfConnections[reader.ReadCount(ConnectionDays.MaxDays)];
        for (var i = 0; i < whole.Length; i++)
        {
            whole[i] = ReadDay(reader);
        }

        return new ResourceAlerts
        {
            MonitoredSince = since,
            NewestMetricsAt = newest,
            Days = new ConnectionDays
            {
                WholeDays = whole,
                CurrentDay = hasOpen ? open : null,
                Minutes = minutes,
            },
        };
    }

    private static void WriteDay(BinaryWriter writer, DayOfConnections day)
    {
        writer.Write(day.Day.DayNumber);
        writer.Write(day.Lowest);
        writer.Write(day.Highest);
    }

    private static DayOfConnections ReadDay(BinaryReader reader) =>
        new(DateOnly.FromDayNumber(reader.ReadInt32()), reader.ReadDouble(), reader.ReadDouble());

    private static void WriteTime(BinaryWriter writer, DateTimeOffset? time) => writer.Write(time?.UtcTicks ?? long.MinValue);

    private static DateTimeOffset? ReadTime(BinaryReader reader) =>
        reader.ReadInt64() is var ticks && ticks == long.MinValue ? null : new DateTimeOffset(ticks, TimeSpan.Zero);
}
