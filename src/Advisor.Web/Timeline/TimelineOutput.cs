using System.Text.Json;
using Advisor.Service.Timeline;
using Advisor.Web.Fleet;

namespace Advisor.Web.Timeline;

/// <summary>The timeline outside the pages: with the words of the timeline page, and as the JSON of <c>GET /api/timeline</c>.</summary>
public static class TimelineOutput
{
    private static readonly OverviewJson Indented = new(new JsonSerializerOptions(OverviewJson.Default.Options) { WriteIndented = true });

    /// <summary>Describes events in their order, without addresses.</summary>
    public static IEnumerable<ActivityEvent> Describe(IEnumerable<TimelineEvent> events) =>
        events.Select(happened => ActivityPages.Create(happened, static _ => null)).OfType<ActivityEvent>();

    /// <summary>Returns the events as one JSON object, indented, in ASCII.</summary>
    public static string ToJson(IEnumerable<TimelineEvent> events) =>
        JsonSerializer.Serialize(
            new TimelinePage([.. events.Select(TimelineEntry.Create).OfType<TimelineEntry>()], Next: null),
            Indented.TimelinePage
        );
}
