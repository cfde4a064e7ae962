using Advisor.Web.Fleet;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Timeline;

/// <summary>GET /api/timeline: changes, alerts and what people did in the fleet, newest first. Default range: the last day.</summary>
internal static class TimelineEndpoint
{
    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation)
    {
        var (from, before, wrongRange) = Paging.ReadRange(request.Query, dependencies.Now);
        var (limit, wrongLimit) = Paging.ReadLimit(request.Query);
        var (after, wrongAfter) = Paging.ReadKey(request.Query);
        if ((wrongRange ?? wrongLimit ?? wrongAfter) is { } problem)
        {
            return ApiProblem.CreateBadInput(problem);
        }

        var page = await (await dependencies.GetStateAsync(cancellation)).Timeline.QueryAsync(
            new(from, before, after, limit),
            cancellation
        );
        return TaggedAnswer.Create(
            request,
            new TimelinePage([.. page.Records.Select(TimelineEntry.Create).OfType<TimelineEntry>()], page.Next),
            OverviewJson.Default.TimelinePage
        );
    }
}
