using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <summary>Requested part of a resource's history: [From, Before), newest first; the last day by default.</summary>
/// <param name="Limit">Maximum number of rows, 1 to 1000.</param>
/// <param name="Problem">Problem of the request; null when it is valid.</param>
internal sealed record HistoryQuery(
    string ResourceId,
    DateTimeOffset From,
    DateTimeOffset Before,
    string? After,
    int Limit,
    string? Problem
)
{
    public static HistoryQuery Read(IQueryCollection query, DateTimeOffset now)
    {
        var (given, resource) = (query["resource"].ToString(), ResourceIdText.Read(query["resource"]));
        var (from, before, wrongRange) = Paging.ReadRange(query, now);
        var (after, wrongAfter) = Paging.ReadKey(query);
        var (limit, wrongLimit) = Paging.ReadLimit(query);
        var problem =
            given.Length == 0 ? "Specify a resource: ?resource=ID. GET /api/resources lists the ids."
            : resource is null ? "resource: " + ResourceIdText.Problem
            : wrongRange ?? wrongAfter ?? wrongLimit;
        return new HistoryQuery(resource ?? "", from, before, after, limit, problem);
    }
}
