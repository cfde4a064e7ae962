using System.Text;
using System.Text.Json;
using Advisor.Api.Json;
using Advisor.Core.Scaling;
using Advisor.Runtime.Evaluation;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Lines;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Routes;

/// <summary>
/// POST /api/evaluate: decides now, and changes and remembers nothing. Of resources that are watched, <c>{"resourceIds":[…]}</c>, from their metrics of the last
/// hour, as <c>advisor evaluate</c> does; of an observation, <c>{"observation":{…}}</c>, a line of <c>advisor decide</c>.
/// </summary>
internal static class Evaluate
{
    public const int MostResources = 20;

    private const string Expected = """The body is {"resourceIds":["/subscriptions/…"]} or {"observation":{…}}.""";

    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiParts parts, CancellationToken cancellation)
    {
        var (body, refusal) = await JsonBody.ReadAsync(request, cancellation);
        using (body)
        {
            return refusal ?? await DecideAsync(body!.RootElement, parts, cancellation);
        }
    }

    private static async Task<IResult> DecideAsync(JsonElement body, ApiParts parts, CancellationToken cancellation)
    {
        return OnlyField(body) switch
        {
            { Name: "observation", Value: { ValueKind: JsonValueKind.Object } observation } => OfObservation(observation, parts),
            { Name: "resourceIds", Value: { ValueKind: JsonValueKind.Array } ids } => await OfResourcesAsync(ids, parts, cancellation),
            _ => Refusal.BadInput(Expected),
        };
    }

    private static (string Name, JsonElement Value)? OnlyField(JsonElement body)
    {
        if (body.ValueKind != JsonValueKind.Object || body.EnumerateObject().Count() != 1)
        {
            return null;
        }

        try
        {
            var field = body.EnumerateObject().First();
            return (field.Name, field.Value);
        }
        catch (InvalidOperationException)
        {
            return null; // half of a pair of escapes is no name
        }
    }

    private static IResult OfObservation(JsonElement observation, ApiParts parts)
    {
        var (decision, problem) = new LineDecisions(parts.Configuration).Decide(Encoding.UTF8.GetBytes(observation.GetRawText()));
        return decision is not null
            ? EvaluateAnswer.Of([decision], [])
            : Refusal.Of(problem!.IsFault ? StatusCodes.Status500InternalServerError : StatusCodes.Status400BadRequest, problem.Code, problem.Text);
    }

    private static async Task<IResult> OfResourcesAsync(JsonElement given, ApiParts parts, CancellationToken cancellation)
    {
        if (given.GetArrayLength() is 0 or > MostResources)
        {
            return Refusal.BadInput($"resourceIds has 1 to {MostResources} ids.");
        }

        var texts = given.EnumerateArray().Select(element => ResourceIdText.Read(JsonBody.TextOf(element))).ToList();
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
}
