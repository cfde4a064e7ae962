using System.Text;
using System.Text.Json;
using System.Text.Unicode;
using Advisor.Api.Json;
using Advisor.Core.Scaling;
using Advisor.Runtime.Evaluation;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Lines;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Advisor.Api.Routes;

/// <summary>
/// POST /api/evaluate: decides now, and changes and remembers nothing. Of resources that are watched, <c>{"resourceIds":[…]}</c>, from their metrics of the last
/// hour, as <c>advisor evaluate</c> does; of an observation, <c>{"observation":{…}}</c>, a line of <c>advisor decide</c>.
/// </summary>
internal static class Evaluate
{
    public const int MostResources = 20;
    public const int MostBytes = 64 * 1024;

    private const string Expected = """The body is {"resourceIds":["/subscriptions/…"]} or {"observation":{…}}.""";

    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiParts parts, CancellationToken cancellation)
    {
        var (body, refusal) = await ReadAsync(request, cancellation);
        using (body)
        {
            return refusal ?? await DecideAsync(body!.RootElement, parts, cancellation);
        }
    }

    private static async Task<(JsonDocument? Body, IResult? Refusal)> ReadAsync(HttpRequest request, CancellationToken cancellation)
    {
        if (!request.HasJsonContentType())
        {
            return (null, Refusal.Of(StatusCodes.Status415UnsupportedMediaType, "NotJson", "The body is JSON: send Content-Type: application/json."));
        }

        if (request.HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } limit)
        {
            limit.MaxRequestBodySize = MostBytes;
        }

        try
        {
            using var bytes = new MemoryStream();
            await request.Body.CopyToAsync(bytes, cancellation);
            return Utf8.IsValid(bytes.GetBuffer().AsSpan(0, (int)bytes.Length))
                ? (JsonDocument.Parse(bytes.ToArray()), null)
                : (null, Refusal.BadInput("The body is not UTF-8."));
        }
        catch (JsonException e)
        {
            return (null, Refusal.BadInput($"The body is not JSON (line {e.LineNumber + 1}, byte {e.BytePositionInLine})."));
        }
        catch (BadHttpRequestException e)
        {
            return (null, e.StatusCode == StatusCodes.Status413PayloadTooLarge
                ? Refusal.Of(e.StatusCode, "TooLarge", $"The body has at most {MostBytes} bytes.")
                : Refusal.BadInput("The body ended too early."));
        }
    }

    private static async Task<IResult> DecideAsync(JsonElement body, ApiParts parts, CancellationToken cancellation)
    {
        if (body.ValueKind == JsonValueKind.Object && body.EnumerateObject().Count() == 1)
        {
            if (body.TryGetProperty("observation", out var observation) && observation.ValueKind == JsonValueKind.Object)
            {
                return OfObservation(observation, parts);
            }

            if (body.TryGetProperty("resourceIds", out var ids) && ids.ValueKind == JsonValueKind.Array)
            {
                return await OfResourcesAsync(ids, parts, cancellation);
            }
        }

        return Refusal.BadInput(Expected);
    }

    private static IResult OfObservation(JsonElement observation, ApiParts parts)
    {
        var (decision, problem) = new LineDecisions(parts.Configuration).Decide(Encoding.UTF8.GetBytes(observation.GetRawText()));
        return decision is not null ? EvaluateAnswer.Of([decision], []) : Refusal.Of(StatusCodes.Status400BadRequest, problem!.Code, problem.Text);
    }

    private static async Task<IResult> OfResourcesAsync(JsonElement given, ApiParts parts, CancellationToken cancellation)
    {
        if (given.GetArrayLength() is 0 or > MostResources)
        {
            return Refusal.BadInput($"resourceIds has 1 to {MostResources} ids.");
        }

        var texts = given.EnumerateArray().Select(element => ResourceIdText.Read(TextOf(element))).ToList();
        if (texts.Contains(null))
        {
            return Refusal.BadInput("resourceIds: " + ResourceIdText.Problem);
        }

        var service = await parts.Service(cancellation);
        var memories = await service.State.LoadAsync([.. texts.Distinct(StringComparer.OrdinalIgnoreCase).Select(id => id!)], cancellation);

        // Only what the service watches: the right to ask here is no right to look at everything that it may see.
        var watched = memories.Where(memory => memory.Snapshot is not null).Select(memory => memory.ResourceId).ToList();
        var unknown = memories.Where(memory => memory.Snapshot is null)
            .Select(memory => (memory.ResourceId, "NotFound", "No resource of this id was seen; GET /api/resources lists those that were."));
        if (watched.Count == 0)
        {
            return EvaluateAnswer.Of([], [.. unknown]);
        }

        var report = await new FleetEvaluator(service.Fleet, service.Metrics, service.Rules)
            .RunAsync(new FleetScope { ResourceIds = watched }, FleetEvaluator.DefaultHistory, parts.Now, null, cancellation);
        var failures = report.Failures.Concat(report.Resources.Select(resource => resource.Failure).OfType<Core.Reports.ReportFailure>());
        return EvaluateAnswer.Of(
            [.. report.Resources.Select(resource => resource.Decision).OfType<Decision>()],
            [.. unknown, .. failures.Select(failure => (failure.Scope, failure.Code, failure.Text))]);
    }

    // A string may hold half of a pair of escapes, which is no text.
    private static string? TextOf(JsonElement element)
    {
        try
        {
            return element.ValueKind == JsonValueKind.String ? element.GetString() : null;
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }
}
