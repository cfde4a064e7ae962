using Advisor.Runtime.State;

namespace Advisor.Functions.Http;

/// <param name="Next">Give it as <c>after</c> for the next page; absent where none follows.</param>
internal sealed record DecisionPage(IReadOnlyList<DecisionRecord> Decisions, string? Next);

/// <param name="Next">Give it as <c>after</c> for the next page; absent where none follows.</param>
internal sealed record ChangePage(IReadOnlyList<ChangeRecord> Changes, string? Next);

/// <summary>GET /api/history and /api/changes: what was decided and changed of a resource in [from, before), newest first; without times the last day.</summary>
internal static class HistoryAnswers
{
    private const int MostOpenOfBucket = 100;

    public static async Task<IResult> DecisionsAsync(HttpRequest request, Service service, CancellationToken cancellation)
    {
        var asked = Read(request.Query, service.Now);
        if (asked.Problem is { } problem)
        {
            return Refusal.BadInput(problem);
        }

        var state = await service.StateAsync(cancellation);
        var page = await state.Decisions.QueryAsync(asked.ResourceId, asked.From, asked.Before, asked.After, asked.Limit, cancellation);
        return Results.Json(new DecisionPage(page.Records, page.Next), ApiJson.Default.DecisionPage);
    }

    /// <summary>Without a resource: the changes of the fleet that are under way.</summary>
    public static async Task<IResult> ChangesAsync(HttpRequest request, Service service, CancellationToken cancellation)
    {
        if (request.Query.Count == 0)
        {
            var open = await (await service.StateAsync(cancellation)).Changes.ListOpenAsync(MostOpenOfBucket, cancellation);
            return Results.Json(new ChangePage(open, null), ApiJson.Default.ChangePage);
        }

        var asked = Read(request.Query, service.Now);
        if (asked.Problem is { } problem)
        {
            return Refusal.BadInput(problem);
        }

        var state = await service.StateAsync(cancellation);
        var page = await state.Changes.QueryAsync(asked.ResourceId, asked.From, asked.Before, asked.After, asked.Limit, cancellation);
        return Results.Json(new ChangePage(page.Records, page.Next), ApiJson.Default.ChangePage);
    }

    private static Asked Read(IQueryCollection query, DateTimeOffset now)
    {
        var resource = ResourceIdText.Read(query["resource"]);
        var (before, wrongBefore) = Paging.Instant(query, "before", now.AddMinutes(1));
        var (from, wrongFrom) = Paging.Instant(query, "from", before > DateTimeOffset.UnixEpoch.AddDays(1) ? before.AddDays(-1) : DateTimeOffset.UnixEpoch);
        var (after, wrongAfter) = Paging.Key(query);
        var (limit, wrongLimit) = Paging.Limit(query);
        var problem = resource is null ? "resource is missing or wrong. " + ResourceIdText.Problem
            : wrongFrom ?? wrongBefore ?? (from >= before ? "from must be earlier than before." : null) ?? wrongAfter ?? wrongLimit;
        return new Asked(resource ?? "", from, before, after, limit, problem);
    }

    private sealed record Asked(string ResourceId, DateTimeOffset From, DateTimeOffset Before, string? After, int Limit, string? Problem);
}
