using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Tests.Scaling;
using Advisor.Core.Tests.Scaling.Lives;
using Advisor.Tests;

namespace Advisor.Core.Tests.Planning;

/// <summary>
/// Plans of every use case and service beside those that were reviewed: size, limit and notes of each, and a digest of all its figures.
/// </summary>
public sealed class PlanGoldenTests
{
    [Fact]
    public void The_plans_are_those_that_were_reviewed() =>
        Golden.AssertMatches("Advisor.Core.Tests", "plans.txt", string.Concat(ListRequests().Select(Describe)));

    private static string Describe(PlanRequest request)
    {
        var answer = Planner.Plan(TestResource.Rules, request);
        var text = new StringBuilder($"{Name(request)}\n");
        foreach (var problem in answer.Problems)
        {
            text.Append($"    {problem}\n");
        }

        if (answer.Plan is { } plan)
        {
            text.Append($"    {plan.Sku} x {plan.Units}, {plan.LimitingFactor}, recommended {plan.RecommendedSize?.Size}, ")
                .Append($"{plan.AppServers?.AppServers} servers, {Figures.ComputeDigest(Figures.Write(plan))}\n");
            foreach (var way in plan.Alternatives)
            {
                text.Append($"    {way.Sentence} {string.Join(" | ", way.Requirements)}\n");
            }

            foreach (var note in plan.Notes)
            {
                text.Append($"    {note}\n");
            }
        }

        return text.ToString();
    }

    private static string Name(PlanRequest request) =>
        $"{request.Service} {request.Mode} {string.Join(" + ", request.Cases.Select(Name))}: {request.Connections} x "
        + $"{request.MessageBytes} B / {request.IntervalSeconds} s, groups of {request.GroupSize}, "
        + $"{request.Sku} {request.Units} {request.Transport}"
        + $"{(request.AspNet ? " ASP.NET" : "")}{(request.Headroom.Value > 0 ? $" {request.Headroom.Value} free" : "")}";

    private static string Name(PlanCase part) =>
        $"{part.Share.Value} {part.UseCase}{(part.MessageBytes is { } bytes ? $" {bytes} B" : "")}"
        + $"{(part.IntervalSeconds is { } seconds ? $" {seconds} s" : "")}{(part.GroupSize is { } size ? $" {size}" : "")}";

    private static IEnumerable<PlanRequest> ListRequests() =>
        [.. ListUseCases(), .. ListVariants(), .. ListTooSmall(), .. ListImpossible()];

    // A SKU that is stated and no size of it suffices, or one whose alternatives cost less; the last are asked for what fits.
    private static IEnumerable<PlanRequest> ListTooSmall() =>
        from useCase in new[] { UseCase.Echo, UseCase.Broadcast, UseCase.SendToSmallGroup }
        from sku in new[] { "Standard_S1", "Premium_P1", "Premium_P2" }
        from connections in new int?[] { 95_000, 250_000, 1_500_000, null }
        from hasTwo in new[] { false, true }
        select Create(ServiceKind.SignalR, useCase) with
        {
            Sku = sku,
            Units = connections is null ? 100 : null,
            Connections = connections,
            GroupSize = useCase == UseCase.SendToSmallGroup ? 10 : null,
            IntervalSeconds = 2,
            Cases = hasTwo
                ? [new(useCase, new Ratio(0.6)), new(UseCase.SendToConnection, new Ratio(0.4), 512)]
                : [new(useCase, new Ratio(1))],
        };

    private static IEnumerable<PlanRequest> ListUseCases() =>
        from service in Enum.GetValues<ServiceKind>()
        from useCase in Enum.GetValues<UseCase>()
        from load in new (int? Connections, int? Bytes, double? Seconds)[]
        {
            (700, 512, 1),
            (9_000, 2048, 1),
            (60_000, 1024, 5),
            (400_000, 2048, 10),
            (null, 2048, 1),
            (20_000, null, 2),
            (20_000, 4096, null),
        }
        select Create(service, useCase) with
        {
            Connections = load.Connections,
            MessageBytes = load.Bytes,
            IntervalSeconds = load.Seconds,
            GroupSize = useCase is UseCase.SendToSmallGroup or UseCase.SendToBigGroup ? 10 : null,
        };

    private static IEnumerable<PlanRequest> ListVariants()
    {
        var echo = Create(ServiceKind.SignalR, UseCase.Echo);
        foreach (var mode in Enum.GetValues<ServiceMode>())
        {
            yield return echo with
            {
                Mode = mode,
            };
        }

        foreach (var transport in Enum.GetValues<Transport>())
        {
            yield return echo with
            {
                Transport = transport,
            };
        }

        yield return echo with
        {
            AspNet = true,
        };
        yield return echo with
        {
            Headroom = new Ratio(0.3),
            HoursPerDay = 8,
        };
        yield return echo with
        {
            Sku = "Premium_P1",
        };
        yield return echo with
        {
            Sku = "Premium_P2",
            Units = 200,
        };
        yield return echo with
        {
            Sku = "Standard_S1",
            Units = 3,
        };
        yield return echo with
        {
            Sku = "Standard_S1",
            Units = 80,
        };
        yield return echo with
        {
            Cases =
            [
                new(UseCase.Echo, new Ratio(0.7), 1024, 2),
                new(UseCase.Broadcast, new Ratio(0.1), 512, 30),
                new(UseCase.SendToSmallGroup, new Ratio(0.2), 2048, 1, 20),
            ],
        };
        foreach (var size in new[] { 2, 10, 50, 500 })
        {
            yield return Create(ServiceKind.SignalR, UseCase.SendToSmallGroup) with
            {
                GroupSize = size,
                IntervalSeconds = 2,
            };
        }
    }

    private static IEnumerable<PlanRequest> ListImpossible()
    {
        var echo = Create(ServiceKind.SignalR, UseCase.Echo);
        yield return echo with
        {
            Edition = "other",
        };
        yield return echo with
        {
            Connections = 0,
        };
        yield return echo with
        {
            MessageBytes = 0,
        };
        yield return echo with
        {
            MessageBytes = null,
            Cases = [new(UseCase.Echo, new Ratio(1), -3)],
        };
        yield return echo with
        {
            IntervalSeconds = 0,
        };
        yield return echo with
        {
            IntervalSeconds = 90_000,
        };
        yield return echo with
        {
            MessageBytes = null,
            IntervalSeconds = null,
        };
        yield return echo with
        {
            Headroom = new Ratio(1),
        };
        yield return echo with
        {
            HoursPerDay = 25,
        };
        yield return echo with
        {
            HoursPerDay = 0,
        };
        yield return echo with
        {
            Cases = [],
        };
        yield return echo with
        {
            Cases = [new(UseCase.Echo, new Ratio(0.5)), new(UseCase.Broadcast, new Ratio(0.4))],
        };
        yield return echo with
        {
            GroupSize = 10,
        };
        yield return Create(ServiceKind.SignalR, UseCase.SendToSmallGroup) with
        {
            GroupSize = 0,
        };
        yield return Create(ServiceKind.WebPubSub, UseCase.Echo) with
        {
            AspNet = true,
        };
        yield return Create(ServiceKind.SignalR, UseCase.SendToBigGroup) with
        {
            GroupSize = 40_000,
        };
        yield return echo with
        {
            Sku = "Standard_S9",
        };
        yield return echo with
        {
            Sku = "Standard_S1",
            Units = 7,
        };
        yield return echo with
        {
            Sku = "Standard_S1",
            Units = 11,
        };
        yield return echo with
        {
            Units = 5,
        };
    }

    private static PlanRequest Create(ServiceKind service, UseCase useCase) =>
        new()
        {
            Service = service,
            Cases = [new(useCase, new Ratio(1))],
            Connections = 30_000,
            MessageBytes = 2048,
            IntervalSeconds = 1,
        };
}
