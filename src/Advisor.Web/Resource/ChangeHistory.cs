using Advisor.Service.Changes;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <param name="Next">Value of <c>after</c> for the next page; absent on the last one.</param>
internal sealed record ChangePage(IReadOnlyList<ChangeRecord> Changes, string? Next);

/// <summary>
/// GET /api/changes: the changes of a resource, or without a resource those of the fleet in progress, all unless a limit is stated.
/// </summary>
internal static class ChangeHistory
{
    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation)
    {
        if (!request.Query.ContainsKey("resource"))
        {
            return await AnswerOpenAsync(request.Query, dependencies, cancellation);
        }

        var query = HistoryQuery.Read(request.Query, dependencies.Now);
        if (query.Problem is { } problem)
        {
            return ApiProblem.CreateBadInput(problem);
        }

        var state = await dependencies.GetStateAsync(cancellation);
        var page = await state.Changes.QueryAsync(query.ResourceId, new(query.From, query.Before, query.After, query.Limit), cancellation);
        return Results.Json(new ChangePage(page.Records, page.Next), ApiJson.Default.ChangePage);
    }

    private static async Task<IResult> AnswerOpenAsync(IQueryCollection query, ApiDependencies dependencies, CancellationToken cancellation)
    {
        var (limit, problem) = Paging.ReadLimit(query);
        if (problem is not null)
        {
            return ApiProblem.CreateBadInput(problem);
        }

        var open = await (await dependencies.GetStateAsync(cancellation)).Changes.ListOpenAsync(cancellation);
        return Results.Json(new ChangePage(query.ContainsKey("limit") ? [.. open.Take(limit)] : open, null), ApiJson.Default.ChangePage);
    }
}
