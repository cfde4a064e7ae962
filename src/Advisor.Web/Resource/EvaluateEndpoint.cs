using System.Text;
using System.Text.Json;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service.Evaluation;
using Advisor.Service.ObservationLines;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <summary>
/// POST /api/evaluate: decides now, changes nothing and stores nothing. For monitored resources, <c>{"resourceIds":[…]}</c>, from their
/// metrics of the last hour, as <c>advisor evaluate</c> does; for an observation, <c>{"observation":{…}}</c>, a line of <c>advisor
/// decide</c>.
/// </summary>
internal static class EvaluateEndpoint
{
    public const int MaxResources = 20;

    private const string Expected = """The body must be {"resourceIds":["/subscriptions/…"]} or {"observation":{…}}.""";

    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation)
    {
        var (body, refusal) = await JsonBody.ReadAsync(request, cancellation);
        using (body)
        {
            return refusal ?? await DecideAsync(body!.RootElement, dependencies, cancellation);
        }
    }

    private static async Task<IResult> DecideAsync(JsonElement body, ApiDependencies dependencies, CancellationToken cancellation)
    {
        return FindOnlyField(body) switch
        {
            { Name: "observation", Value: { ValueKind: JsonValueKind.Object } observation } => DecideObservation(observation, dependencies),
            { Name: "resourceIds", Value: { ValueKind: JsonValueKind.Array } ids } => await EvaluateResourcesAsync(
                ids,
                dependencies,
                cancellation
            ),
            _ => ApiProblem.CreateBadInput(Expected),
        };
    }

    private static (string Name, JsonElement Value)? FindOnlyField(JsonElement body)
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
            return null; // half of a surrogate pair is no name
        }
    }

    private static IResult DecideObservation(JsonElement observation, ApiDependencies dependencies)
    {
        var (decision, problem) = new ObservationLineDecider(dependencies.Configuration).Decide(
            Encoding.UTF8.GetBytes(observation.GetRawText())
        );
        return decision is not null
            ? EvaluateResponse.Create([decision], [])
            : ApiProblem.Create(
                problem!.IsFault ? StatusCodes.Status500InternalServerError : StatusCodes.Status400BadRequest,
                problem.Code,
                problem.Text
            );
    }

    private static async Task<IResult> EvaluateResourcesAsync(
        JsonElement given,
        ApiDependencies dependencies,
        CancellationToken cancellation
    )
    {
        if (given.GetArrayLength() is 0 or > MaxResources)
        {
            return ApiProblem.CreateBadInput($"resourceIds must have 1 to {MaxResources} ids.");
        }

        var texts = given.EnumerateArray().Select(element => ResourceIdText.Read(JsonBody.ReadText(element))).ToList();
        if (texts.Contains(null))
        {
            return ApiProblem.CreateBadInput("resourceIds: " + ResourceIdText.Problem);
        }

        var service = await dependencies.ReadServiceAsync(cancellation);
        var known = await service.State.LoadAsync([.. texts.Distinct(StringComparer.OrdinalIgnoreCase).Select(id => id!)], cancellation);

        // Only monitored resources: permission to call this route does not permit reading everything that the service can see.
        var watched = known.Where(stored => stored.Snapshot is not null).Select(stored => stored.ResourceId).ToList();
        var unknown = known
            .Where(stored => stored.Snapshot is null)
            .Select(stored =>
                (
                    stored.ResourceId,
                    "NotFound",
                    "Advisor does not monitor this resource. GET /api/resources lists the resources it monitors."
                )
            );
        if (watched.Count == 0)
        {
            return EvaluateResponse.Create([], [.. unknown]);
        }

        var report = await new FleetEvaluator(service.Fleet, service.Metrics, service.Rules)
        {
            Prices = service.Prices,
            Costs = service.Costs,
        }.RunAsync(new FleetScope { ResourceIds = watched }, FleetEvaluator.DefaultHistory, dependencies.Now, null, cancellation);
        var failures = report.Failures.Concat(report.Resources.Select(resource => resource.Failure).OfType<Core.Reports.ReportFailure>());
        return EvaluateResponse.Create(
            [.. report.Resources.Select(resource => resource.Decision).OfType<Decision>()],
            [.. unknown, .. failures.Select(failure => (failure.Scope, failure.Code, failure.Text))]
        );
    }
}
