using System.Text.Json;
using Advisor.Core.Decisions;
using Advisor.Reporting.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <summary>
/// <c>{"decisions":[…],"failures":[…]}</c>: each decision as written by <c>advisor decide</c>, with the numbers behind it.
/// </summary>
internal static class EvaluateResponse
{
    public static IResult Create(
        IReadOnlyList<Decision> decisions,
        IReadOnlyList<(string ResourceId, string Code, string Message)> failures
    )
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
        {
            writer.WriteStartObject();
            writer.WriteStartArray("decisions");
            foreach (var decision in decisions)
            {
                DecisionJson.Write(writer, decision, isDetailed: true);
            }

            writer.WriteEndArray();
            writer.WriteStartArray("failures");
            foreach (var (resourceId, code, message) in failures)
            {
                writer.WriteStartObject();
                writer.WriteString("resourceId", resourceId);
                writer.WriteString("code", code);
                writer.WriteString("message", message);
                writer.WriteEndObject();
            }

            writer.WriteEndArray();
            writer.WriteEndObject();
        }

        return Results.Bytes(stream.ToArray(), "application/json; charset=utf-8");
    }
}
