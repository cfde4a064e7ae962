using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <param name="Next">Value of <c>after</c> for the next page; absent on the last one.</param>
internal sealed record DecisionPage(IReadOnlyList<DecisionEntry> Decisions, string? Next);

/// <summary>GET /api/history: the audit trail of a resource.</summary>
internal static class DecisionHistory
{
    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation)
    {
        var query = HistoryQuery.Read(request.Query, dependencies.Now);
        if (query.Problem is { } problem)
        {
            return ApiProblem.CreateBadInput(problem);
        }

        var state = await dependencies.GetStateAsync(cancellation);
        var page = await state.Decisions.QueryAsync(
            query.ResourceId,
            new(query.From, query.Before, query.After, query.Limit),
            cancellation
        );
        return Results.Json(new DecisionPage([.. page.Records.Select(DecisionEntry.Create)], page.Next), ApiJson.Default.DecisionPage);
    }
}
