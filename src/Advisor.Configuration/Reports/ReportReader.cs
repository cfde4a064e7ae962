using Advisor.Configuration.Routing;
using Advisor.Configuration.Schedules;
using Advisor.Configuration.Yaml;
using Advisor.Core.Quantities;

namespace Advisor.Configuration.Reports;

/// <summary>Reads <c>reports</c>.</summary>
internal static class ReportReader
{
    private const string Section = "reports";

    private static readonly TimeSpan Week = TimeSpan.FromDays(7),
        MinWindow = TimeSpan.FromHours(1),
        MaxWindow = TimeSpan.FromDays(30);

    /// <param name="routing">Null where the file has none that is usable.</param>
    public static IReadOnlyList<ReportSettings> Read(MapReader root, RoutingSettings? routing)
    {
        var reports = new List<ReportSettings>();
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var map in root.ReadMaps(Section, required: false))
        {
            var name = map.ReadText("name");
            if (name is not null && !names.Add(name))
            {
                map.Report("name", $"Report {name} is defined twice.");
            }

            // Without channels and teams that could be read nothing can be said of names.
            var isKnown = routing is not null || !root.HasKey("channels");
            var team = map.ReadText("team", required: false);
            if (isKnown && team is not null && routing?.Teams.Any(known => IsSame(known.Name, team)) != true)
            {
                map.Report("team", RoutingReader.DescribeUnknown("team", team, routing?.Teams.Select(known => known.Name) ?? []));
            }

            var day = map.ReadValue("day", required: true, ReportDay.Parse);
            var at = map.ReadValue("at", required: true, ParseTime);
            var zone = map.ReadValue("timeZone", required: true, ScheduleReader.ParseTimeZone);
            var channel = map.ReadText("channel", required: false);
            channel = isKnown ? FindChannel(map, channel, routing?.Channels ?? []) : channel;
            var to = ChannelReader.ReadReceivers(map, required: false);
            var since = map.ReadValue("since", required: false, ParseWindow);
            map.ReportUnknownKeys();
            if (name is not null && day is not null && at is not null && zone is not null && channel is not null)
            {
                reports.Add(
                    new ReportSettings
                    {
                        Name = name,
                        Team = team,
                        Day = day,
                        At = at.Value,
                        TimeZone = zone,
                        Channel = channel,
                        To = to,
                        Since = since ?? (day.WeekDay is null ? MaxWindow : Week),
                    }
                );
            }
        }

        return reports;
    }

    private static string? FindChannel(MapReader map, string? name, IReadOnlyList<ChannelSettings> channels)
    {
        var mail = channels.Where(channel => channel.Type == ChannelType.Email).Select(channel => channel.Name).ToList();
        if (name is null)
        {
            if (mail is [var only])
            {
                return only;
            }

            map.Report(
                mail.Count == 0
                    ? "Reports are sent by mail: add a channel of type email under channels."
                    : $"Several channels are of type email; set channel to one of {string.Join(", ", mail)}."
            );
            return null;
        }

        var found = channels.FirstOrDefault(channel => IsSame(channel.Name, name));
        if (found?.Type == ChannelType.Email)
        {
            return found.Name;
        }

        map.Report(
            "channel",
            found is null
                ? RoutingReader.DescribeUnknown("channel", name, mail)
                : $"Channel {found.Name} is of type {found.Type.ToString().ToLowerInvariant()}; a report needs one of type email."
        );
        return null;
    }

    private static TimeSpan? ParseTime(string text, out string? reason)
    {
        var time = ScheduleReader.ParseTimeOfDay(text, out _);
        var good = time < TimeSpan.FromDays(1);
        reason = good ? null : $"'{text}' is not a time of day from 00:00 to 23:59, such as 08:30.";
        return time;
    }

    private static TimeSpan? ParseWindow(string text, out string? reason)
    {
        var window = DurationText.ParseWhole(text, "hd");
        var good = window >= MinWindow && window <= MaxWindow;
        reason = good ? null : $"'{text}' is not a window from 1h to 30d, such as 7d.";
        return window;
    }

    private static bool IsSame(string a, string b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);
}
