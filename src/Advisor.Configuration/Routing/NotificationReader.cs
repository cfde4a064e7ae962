using Advisor.Configuration.Schedules;
using Advisor.Configuration.Yaml;

namespace Advisor.Configuration.Routing;

/// <summary>Reads <c>notifications</c>, and the same keys of a team and a channel.</summary>
internal static class NotificationReader
{
    public static NotificationSettings Read(MapReader root)
    {
        if (root.ReadMap("notifications", required: false) is not { } map)
        {
            return NotificationSettings.Default;
        }

        var settings = new NotificationSettings
        {
            Digest = ReadDigest(map, DigestSchedule.Default) ?? DigestSchedule.Default,
            MaxMessages = ReadMaxMessages(map) ?? MessageLimit.Default,
        };
        map.ReportUnknownKeys();
        return settings;
    }

    /// <summary>Reads <c>digest</c> and its <c>timeZone</c>; what is not stated is that of the wider level.</summary>
    /// <returns>Null if neither is stated.</returns>
    public static DigestSchedule? ReadDigest(MapReader map, DigestSchedule wider)
    {
        var digest = map.ReadValue("digest", required: false, DigestSchedule.Parse);
        var zone = map.ReadValue("timeZone", required: false, ScheduleReader.ParseTimeZone);
        return digest is null && zone is null ? null : (digest ?? wider) with { TimeZone = zone ?? wider.TimeZone };
    }

    public static MessageLimit? ReadMaxMessages(MapReader map) => map.ReadValue("maxMessages", required: false, MessageLimit.Parse);
}
