using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Core.Planning;

/// <summary>Validates a plan request.</summary>
internal static class PlanCheck
{
    private const double MaxInterval = 86_400;

    // Ten thousand messages per second and client: a shorter interval is an input error, and eventually overflows the rates.
    private const double MinInterval = 1e-4;
    private const double ShareTolerance = 1e-3;

    /// <summary>Returns all problems, one sentence each including what to do; empty if there are none.</summary>
    public static IReadOnlyList<string> FindProblems(RuleSet rules, PlanRequest request)
    {
        var table = rules.Tables.FirstOrDefault(t => t.Service == request.Service && IsEdition(t, request));
        if (table is null)
        {
            var editions = rules.Tables.Where(t => t.Service == request.Service).Select(t => t.Edition);
            return [$"There is no edition '{request.Edition}' of this service's guide; use one of {string.Join(", ", editions)}."];
        }

        return [.. CheckQuantities(request), .. CheckCases(table, request), .. CheckSize(rules.GetCatalog(request.Service), request)];
    }

    private static bool IsEdition(CapacityTable table, PlanRequest request) =>
        string.Equals(
            table.Edition,
            request.Edition ?? (request.Service == ServiceKind.SignalR ? "signalr" : "webpubsub"),
            StringComparison.OrdinalIgnoreCase
        );

    private static IEnumerable<string> CheckQuantities(PlanRequest request)
    {
        // A value stated by every case need not be stated for the plan.
        var open = new[]
        {
            request.Connections is null,
            request.MessageBytes is null && request.Cases.Any(c => c.MessageBytes is null),
            request.IntervalSeconds is null && request.Cases.Any(c => c.IntervalSeconds is null),
        }.Count(missing => missing);
        if (open > 1)
        {
            yield return "Specify at least two of connections, message size and interval; only one can be solved for.";
        }

        if (request.Connections < 1)
        {
            yield return DescribeImpossible("Connections", request.Connections.Value, "1 or more");
        }

        foreach (var bytes in request.Cases.Select(c => c.MessageBytes).Append(request.MessageBytes).Where(b => b < 1).Distinct())
        {
            yield return DescribeImpossible("Message size", bytes!.Value, "1 byte or more");
        }

        foreach (
            var interval in request
                .Cases.Select(c => c.IntervalSeconds)
                .Append(request.IntervalSeconds)
                .OfType<double>()
                .Where(s => s is not (>= MinInterval and <= MaxInterval))
                .Distinct()
        )
        {
            yield return DescribeImpossible("The interval", interval, "from 0.0001 to 86,400 seconds");
        }

        if (request.Headroom.Value >= 1)
        {
            yield return DescribeImpossible("Headroom", request.Headroom.Value, "from 0 to below 1, such as 0.2 for a fifth");
        }

        if (request.HoursPerDay is not (> 0 and <= 24))
        {
            yield return DescribeImpossible("Hours per day", request.HoursPerDay, "above 0 and at most 24");
        }
    }

    private static IEnumerable<string> CheckCases(CapacityTable table, PlanRequest request)
    {
        if (request.Cases.Count == 0)
        {
            yield return $"Specify a use case: {string.Join(", ", UseCaseNames.All)}.";
            yield break;
        }

        foreach (
            var useCase in request
                .Cases.Select(c => PlanLoad.FindUseCase(request, c.UseCase))
                .Distinct()
                .Where(c => table.FindRowOrEquivalent(c) is null)
        )
        {
            yield return WorkloadCheck.DescribeUnmeasured(table, useCase);
        }

        var sum = request.Cases.Sum(c => c.Share.Value);
        if (Math.Abs(sum - 1) > ShareTolerance)
        {
            yield return $"The shares of the mix add up to {sum:0.###}; they must add up to 1.";
        }

        if (request.AspNet && request.Service != ServiceKind.SignalR)
        {
            yield return "ASP.NET SignalR is a library of the service SignalR: leave it out for Web PubSub.";
        }

        var hasGroups = request.Cases.Any(SendsToGroups);
        var stated = request.Cases.Where(c => !SendsToGroups(c) && (c.GroupSize ?? (hasGroups ? null : request.GroupSize)) is not null);
        if (stated.Select(c => c.UseCase.ToWireName()).Distinct().ToList() is { Count: > 0 } names)
        {
            yield return $"{Wording.JoinWords(names, "and")} {(names.Count == 1 ? "has" : "have")} no groups: leave the group size out, or "
                + "plan for sendToSmallGroup or sendToBigGroup.";
        }

        foreach (var size in request.Cases.Select(c => c.GroupSize ?? request.GroupSize).OfType<int>().Distinct())
        {
            if (size < 1)
            {
                yield return DescribeImpossible("The group size", size, "1 or more");
            }
            else if (size > request.Connections && request.Cases.Any(c => (c.GroupSize ?? request.GroupSize) == size && SendsToGroups(c)))
            {
                yield return DescribeImpossible("The group size", size, $"at most the {request.Connections} connections");
            }
        }
    }

    private static bool SendsToGroups(PlanCase part) => part.UseCase is UseCase.SendToSmallGroup or UseCase.SendToBigGroup;

    private static IEnumerable<string> CheckSize(SkuCatalog catalog, PlanRequest request)
    {
        var sold = catalog.Skus.Where(Planner.IsPaid).ToList();
        var skus = request.Sku is null
            ? sold
            : sold.Where(s => string.Equals(s.Name, request.Sku, StringComparison.OrdinalIgnoreCase)).ToList();
        if (skus.Count == 0)
        {
            yield return $"There is no SKU '{request.Sku}' to plan for; use one of {string.Join(", ", sold.Select(s => s.Name))}.";
        }
        else if (request.Units is { } units && !skus.Any(s => s.Ladder.Contains(units)))
        {
            yield return $"{string.Join(", ", skus.Select(s => s.Name))}: not sold with {Wording.FormatCount(units, "unit")}; "
                + $"sizes are {string.Join(", ", skus.SelectMany(s => s.Ladder.Steps).Distinct().Order())}.";
        }
    }

    private static string DescribeImpossible(string what, double value, string range) => $"{what} must be {range}, not {value}.";
}
