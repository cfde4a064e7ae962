using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Tests.Capacity;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests.Planning;

/// <summary>Laws that hold for every plan.</summary>
public sealed class PlannerLaws
{
    private static readonly Gen<PlanRequest> Requests =
        from service in Gen.Elements(ServiceKind.SignalR, ServiceKind.WebPubSub)
        from useCase in Gen.Elements(GuideTables.Rules.GetTable(service).Rows.Select(row => row.UseCase).ToArray())
        from second in Gen.Elements(GuideTables.Rules.GetTable(service).Rows.Select(row => row.UseCase).ToArray())
        from share in Gen.Choose(1, 100)
        from connections in Gen.Choose(40, 400_000)
        from bytes in Gen.Choose(1, 30_000)
        from tenths in Gen.Choose(1, 300)
        from members in Gen.Choose(1, 40)
        select new PlanRequest
        {
            Service = service,
            Cases =
                share == 100
                    ? [new PlanCase(useCase, new Ratio(1))]
                    : [new PlanCase(useCase, new Ratio(share / 100.0)), new PlanCase(second, new Ratio(1 - (share / 100.0)))],
            Connections = connections,
            MessageBytes = bytes,
            IntervalSeconds = tenths / 10.0,
            GroupSize = HasGroups(useCase) || (share < 100 && HasGroups(second)) ? members : null,
        };

    private static bool HasGroups(UseCase useCase) => useCase is UseCase.SendToSmallGroup or UseCase.SendToBigGroup;

    [Fact]
    public void The_answer_keeps_every_limit_and_no_lesser_size_of_its_SKU_does() =>
        CheckLaw(request =>
        {
            var plan = CreatePlan(request);
            return plan.Sku is null
                ? plan.Sizes.All(size => !size.Fits)
                : plan.Sizes.Single(s => s.Sku == plan.Sku && s.Units == plan.Units).Fits
                    && plan.Sizes.Where(s => s.Sku == plan.Sku && s.Units < plan.Units).All(s => !s.Fits)
                    && PlanLimits(plan.Utilization).All(u => u <= GuideRounding + 1e-9);
        });

    [Fact]
    public void Premium_P2_is_named_only_where_no_size_of_another_SKU_will_do() =>
        CheckLaw(request =>
            CreatePlan(request) is var plan && (plan.Sku != "Premium_P2" || plan.Sizes.Where(s => s.Sku != "Premium_P2").All(s => !s.Fits))
        );

    // Planned with the SKU and the units of the split: the clients, their app servers and the targets of the recommendation.
    [Fact]
    public void Every_split_that_a_plan_names_fits_when_one_part_is_planned_alone() =>
        CheckLaw(request =>
            CreatePlan(request with { Connections = 5 * request.Connections })
                .Alternatives.Where(way => way.Kind == Alternative.Split)
                .All(way =>
                    CreatePlan(
                        request with
                        {
                            Connections = (int)Math.Ceiling(5.0 * request.Connections!.Value / way.Instances),
                            Sku = way.Sku,
                            Units = way.Units,
                        }
                    )
                        is { Fits: true, ServerConnections: null or { IsEnough: true }, RecommendedSize.Size.Units: var units }
                    && units <= way.Units
                )
        );

    [Fact]
    public void Solving_for_what_was_left_out_and_planning_back_gives_a_size_that_is_no_greater() =>
        CheckLaw(
            request =>
            {
                var size = CreatePlan(request);
                if (size.Units is null)
                {
                    return true;
                }

                var pinned = request with { Sku = size.Sku, Units = size.Units };
                PlanRequest[] open =
                [
                    pinned with
                    {
                        Connections = null,
                    },
                    pinned with
                    {
                        MessageBytes = null,
                    },
                    pinned with
                    {
                        IntervalSeconds = null,
                    },
                ];
                return open.Select(CreatePlan)
                    .All(solved =>
                        solved.Fits
                        && solved.Load.Connections >= request.Connections
                        && solved.Load.MessageBytes >= request.MessageBytes
                        && solved.Load.IntervalSeconds <= request.IntervalSeconds
                        && CreatePlan(
                            request with
                            {
                                Sku = size.Sku,
                                Connections = solved.Load.Connections,
                                MessageBytes = solved.Load.MessageBytes,
                                IntervalSeconds = solved.Load.IntervalSeconds,
                            }
                        ).Units <= size.Units
                    );
            },
            40
        );

    [Fact]
    public void A_mix_of_one_case_is_that_case() =>
        CheckLaw(request =>
        {
            var groupSize = HasGroups(request.Cases[0].UseCase) ? request.GroupSize : null;
            var single = request with { Cases = [new PlanCase(request.Cases[0].UseCase, new Ratio(1))], GroupSize = groupSize };
            var split = single with
            {
                Cases = [new PlanCase(request.Cases[0].UseCase, new Ratio(0.25)), new PlanCase(request.Cases[0].UseCase, new Ratio(0.75))],
            };
            return CreatePlan(single) is var one
                && CreatePlan(split) is var two
                && one.Sku == two.Sku
                && one.Units == two.Units
                && one.Fits == two.Fits;
        });

    [Fact]
    public void Half_the_interval_is_twice_the_message_rate() =>
        CheckLaw(request =>
        {
            var (slow, fast) = (CreatePlan(request).Load, CreatePlan(request with { IntervalSeconds = request.IntervalSeconds / 2 }).Load);
            return Math.Abs((2 * slow.OutboundBytes.BytesPerSecond) - fast.OutboundBytes.BytesPerSecond)
                <= 1e-9 * fast.OutboundBytes.BytesPerSecond;
        });

    [Fact]
    public void More_headroom_never_requires_less() =>
        CheckLaw(request =>
        {
            var (none, some) = (CreatePlan(request), CreatePlan(request with { Headroom = new Ratio(0.3) }));
            return some.Units is null || (none.Units is { } units && (some.Sku != none.Sku || some.Units >= units));
        });

    [Fact]
    public void What_a_plan_predicts_is_what_the_metrics_of_that_load_will_read() =>
        CheckLaw(request =>
        {
            var plan = CreatePlan(request);
            if (plan is not { Sku: { } sku, Units: { } units })
            {
                return true;
            }

            // The same load seen by the metrics: bytes a minute of all clients, at the workload that its cases make.
            var events = plan.Load.Cases.Sum(c => c.Events);
            var workload = new Workload([
                .. plan.Load.Cases.Select(c => new WorkloadPart(c.UseCase, new Ratio(c.Events / events), c.MessageBytes, c.GroupSize)),
            ]);
            var model = new CapacityModel(
                GuideTables.Rules.GetTable(request.Service),
                GuideTables.Rules.GetCatalog(request.Service).Find(sku)!,
                workload,
                targets: TargetUtilizations.PublishedLimits
            );
            var sent = plan.Load.Cases.Where(c => !c.ByPublisher).Sum(c => c.Inbound.PerSecond * c.MessageBytes);
            var seen = model.ComputeUtilization(
                new MetricReadings(null, plan.Load.Connections, null, sent * 60, plan.Load.OutboundBytes.BytesPerSecond * 60),
                units,
                units
            );
            return PlanLimits(plan.Utilization)
                .Zip(PlanLimits(seen))
                .All(pair => Math.Abs(pair.First - pair.Second) < 1e-9 && pair.Second <= GuideRounding + 1e-9);
        });

    // The guides print 2,000 msg/s of 2,048 B as 4 MB/s: 4.096 / 4. Such an excess fits, and is shown.
    private const double GuideRounding = 1.024;

    private static IEnumerable<double> PlanLimits(PerLimit<Ratio> utilization) =>
        new[] { utilization.Connections, utilization.Inbound, utilization.Outbound, utilization.Routing }.Select(u => u!.Value.Value);

    private static void CheckLaw(Func<PlanRequest, bool> law, int tests = 100) =>
        Prop.ForAll(Requests.ToArbitrary(), law).Check(Config.QuickThrowOnFailure.WithMaxTest(tests));

    private static Plan CreatePlan(PlanRequest request)
    {
        var answer = Planner.Plan(GuideTables.Rules, request);
        return answer.Plan ?? throw new InvalidOperationException(string.Join(" ", answer.Problems));
    }
}
