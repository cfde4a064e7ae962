using Advisor.Reporting.OpenMetrics;
using Advisor.Service.Store.Rows;
using Advisor.Web.Fleet;
using Advisor.Web.Json;
using static Advisor.Web.OpenApi.SchemaParts;

namespace Advisor.Web.OpenApi;

/// <summary>Every request of the API. A test holds the list against the routes, and each answer against its schema.</summary>
internal static class ApiOperations
{
    private static readonly ApiParameter Limit = new(
        "limit",
        "query",
        "Maximum number of items; default 100.",
        CreateInteger(1, RowLimits.MaxPageRows)
    );
    private static readonly ApiParameter After = new("after", "query", "Value of next in the previous answer.", CreateText());
    private static readonly ApiParameter Resource = new("resource", "query", "Id of a resource.", CreateText());
    private static readonly ApiParameter From = new("from", "query", "First instant; default a day before the last.", CreateInstant());
    private static readonly ApiParameter Before = new("before", "query", "End, exclusive; default now.", CreateInstant());
    private static readonly ApiParameter Id = new(
        "id",
        "path",
        "Id; that of a resource with its slashes, encoded or not.",
        CreateText(),
        IsRequired: true
    );

    public static IReadOnlyList<ApiOperation> All { get; } =
    [
        new("GET", "/api/fleet", "getFleet", "Newest evaluation of each resource, and sums of the fleet")
        {
            Parameters = [Limit, After],
            Answer = OverviewJson.Default.FleetOverview,
            Problems = [400],
            IsTagged = true,
        },
        new("GET", "/api/series", "getSeries", "A resource over time, for a chart")
        {
            Parameters =
            [
                Resource with
                {
                    IsRequired = true,
                },
                From,
                Before,
                new("points", "query", "Points at most; default 600.", CreateInteger(1, 4000)),
            ],
            Answer = OverviewJson.Default.SeriesAnswer,
            Problems = [400, 404],
            IsTagged = true,
        },
        new("GET", "/api/timeline", "getTimeline", "Changes, alerts and what people did, newest first")
        {
            Parameters = [From, Before, Limit, After],
            Answer = OverviewJson.Default.TimelinePage,
            Problems = [400],
            IsTagged = true,
        },
        new("GET", "/api/resources", "listResources", "Resources as last listed")
        {
            Parameters = [Limit, After],
            Answer = ApiJson.Default.ResourceListing,
            Problems = [400],
        },
        new("GET", "/api/resources/{id}", "getResource", "A resource with its newest decision, open change and alerts")
        {
            Parameters = [Id],
            Answer = ApiJson.Default.ResourceDetail,
            Problems = [400, 404],
        },
        new("GET", "/api/history", "listDecisions", "Audit trail of a resource, newest first")
        {
            Parameters = [Resource with { IsRequired = true }, From, Before, Limit, After],
            Answer = ApiJson.Default.DecisionPage,
            Problems = [400],
        },
        new("GET", "/api/changes", "listChanges", "Changes of a resource; without one, those in progress")
        {
            Parameters = [Resource, From, Before, Limit, After],
            Answer = ApiJson.Default.ChangePage,
            Problems = [400],
        },
        new("GET", "/api/dead-letters", "listDeadLetters", "Messages that could not be delivered or processed")
        {
            Parameters = [Limit],
            Answer = ApiJson.Default.DeadLetterPage,
            Problems = [400],
        },
        new("GET", "/api/dead-letters/{id}", "getDeadLetter", "A dead-lettered message with its text")
        {
            Parameters = [Id],
            Answer = ApiJson.Default.DeadLetter,
            Problems = [404],
        },
        new("POST", "/api/dead-letters/{id}/resend", "resendDeadLetter", "Send a dead-lettered message again at the next tick")
        {
            Parameters = [Id],
            Body = CreateObject([], ("by", CreateText())),
            Answer = OverviewJson.Default.DeadLetterEntry,
            Problems = [400, 401, 404, 409, 413, 415],
        },
        new("GET", "/api/service", "getService", "Advisor itself: ticks, channels, outbox")
        {
            Answer = OverviewJson.Default.ServiceStatus,
            IsTagged = true,
        },
        new("GET", "/api/resume", "getStop", "Whether and why changes are stopped") { Answer = ApiJson.Default.ResumeResponse },
        new("POST", "/api/resume", "resume", "End a stop of changes")
        {
            Body = CreateObject(["reason"], ("reason", CreateText()), ("by", CreateText())),
            Answer = ApiJson.Default.ResumeResponse,
            Problems = [400, 401, 409, 413, 415],
        },
        new("POST", "/api/pause", "pause", "Pause the scaling of a resource, or pin its size")
        {
            Body = CreateObject(
                ["resource", "reason"],
                ("resource", CreateText()),
                ("reason", CreateText()),
                ("by", CreateText()),
                ("scaling", CreateChoice("all", "scaleIn", "scaleOut", "none")),
                ("until", CreateText()),
                ("units", CreateInteger(1, 1000))
            ),
            Answer = ApiJson.Default.PauseResponse,
            Problems = [400, 401, 404, 409, 413, 415],
        },
        new("POST", "/api/evaluate", "evaluate", "A decision now, which is not stored")
        {
            Body = CreateObject([], ("resourceIds", CreateList(CreateText())), ("observation", CreateAny())),
            Schema = CreateObject(
                ["decisions", "failures"],
                ("decisions", CreateList(CreateAny())),
                (
                    "failures",
                    CreateList(
                        CreateObject(
                            ["resourceId", "code", "message"],
                            ("resourceId", CreateText()),
                            ("code", CreateText()),
                            ("message", CreateText())
                        )
                    )
                )
            ),
            Problems = [400, 413, 415],
        },
        new("GET", "/metrics", "getMetrics", "Newest evaluations for Prometheus")
        {
            Media = [OpenMetricsText.ContentType.Split(';')[0], "text/plain"],
        },
        new("GET", "/open/live", "getLiveness", "Whether the process answers; needs no key") { Answer = ApiJson.Default.HealthStatus },
        new("GET", "/open/ready", "getReadiness", "Whether the state can be read; needs no key") { Answer = ApiJson.Default.HealthStatus },
        new("GET", "/open/health", "getHealth", "Whether Advisor works; needs no key") { Answer = ApiJson.Default.HealthStatus },
        new("GET", OpenApiEndpoint.Path, "getDescription", "This description") { Schema = CreateAny() },
    ];
}
