using Advisor.Api.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Routes;

/// <param name="Next">Give it as <c>after</c> for the next page; absent where none follows.</param>
internal sealed record DecisionPage(IReadOnlyList<DecisionEntry> Decisions, string? Next);

/// <summary>GET /api/history: the audit trail of a resource.</summary>
internal static class DecisionHistory
{
    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies parts, CancellationToken cancellation)
    {
        var asked = HistoryQuery.Read(request.Query, parts.Now);
        if (asked.Problem is { } problem)
        {
            return ApiProblem.CreateBadInput(problem);
        }

        var state = await parts.StateAsync(cancellation);
        var page = await state.Decisions.QueryAsync(asked.ResourceId, asked.From, asked.Before, asked.After, asked.Limit, cancellation);
        return Results.Json(new DecisionPage([.. page.Records.Select(DecisionEntry.Create)], page.Next), ApiJson.Default.DecisionPage);
    }
}
