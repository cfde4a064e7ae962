using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Rules;

namespace Advisor.Reporting.Tests;

/// <summary>The resources of <see cref="SampleReport"/> over 30 days, with every kind of usage, alert and change.</summary>
internal static class SamplePeriod
{
    public const string Hostile = "<script>alert(1)</script>|\u202e[x](https://evil.example)";

    private static readonly TimeSpan Grain = TimeSpan.FromMinutes(30);

    public static PeriodReport Fleet { get; } = Create(SampleReport.All);

    public static PeriodReport Empty { get; } =
        new()
        {
            Evaluation = new EvaluationReport { Time = SampleReport.Time, Resources = [] },
            Period = TimeSpan.FromDays(30),
        };

    /// <summary>30 days of half hours; null = no metrics.</summary>
    public static IReadOnlyList<UsagePoint> CreateUsage(int units, Func<int, double?> required) =>
        [
            .. Enumerable
                .Range(0, 30 * 48)
                .Select(i => (At: SampleReport.All.Time.AddDays(-30) + (i * Grain), Required: required(i)))
                .Select(point => new UsagePoint(
                    point.At,
                    Grain,
                    point.Required,
                    point.Required / units,
                    point.Required is null ? Limit.None : Limit.ServerLoad,
                    units
                )),
        ];

    // A fifth of the month is over.
    private static MonthOfResource CreateMonth(string name, decimal expected) =>
        new(
            name,
            name,
            new MonthlyCost(new Money(expected / 5, "USD"), new Money(0, "USD")),
            new MonthlyCost(new Money(expected, "USD"), new Money(0, "USD"))
        );

    private static PeriodReport Create(EvaluationReport evaluation) =>
        new()
        {
            Evaluation = evaluation with
            {
                Resources =
                [
                    .. evaluation.Resources.Select(resource =>
                        resource.Name switch
                        {
                            // Of 5 units: 4 and every day from its 40th half hour on 6 for 2 hours; nothing on the eleventh day.
                            "chat" => resource with
                            {
                                Usage = CreateUsage(
                                    5,
                                    i =>
                                        i / 48 == 10 ? null
                                        : i % 48 is >= 40 and < 44 ? 6
                                        : 4
                                ),
                            },
                            "idle" => resource with { Usage = CreateUsage(10, _ => 1) },
                            "owned" => resource with { Usage = CreateUsage(2, i => i == 7 ? 2.1 : 1.5) },
                            _ => resource,
                        }
                    ),
                ],
            },
            Period = TimeSpan.FromDays(30),
            Budgets =
            [
                BudgetUse.Compute(
                    new MonthlyBudget(null, new Money(1000, "USD")),
                    new DateOnly(2025, 12, 1),
                    [CreateMonth("chat", 600), CreateMonth(Hostile, 550), new MonthOfResource("gone", "gone", null, null)]
                ),
                BudgetUse.Compute(new MonthlyBudget("chat", new Money(900, "USD")), new DateOnly(2025, 12, 1), [CreateMonth("chat", 600)]),
            ],
            Alerts =
            [
                new(
                    "chat",
                    "forecastExceedsMaximum",
                    AlertSeverity.Error,
                    AlertPhase.Firing,
                    SampleReport.Time.AddHours(-2),
                    Text: "chat is expected to require 124 % of its maximum size."
                ),
                new(Hostile, "noData", AlertSeverity.Warning, AlertPhase.Pending, null, SuppressedBy: "silenced by ann: " + Hostile),
                new(
                    "owned",
                    "serverLoad",
                    AlertSeverity.Critical,
                    AlertPhase.Quiet,
                    SampleReport.Time.AddDays(-29),
                    SampleReport.Time.AddDays(-29).AddMinutes(95),
                    "Server load of " + Hostile + " is 98 %, above 90 %."
                ),
                new(
                    "idle",
                    "noData",
                    AlertSeverity.Warning,
                    AlertPhase.Quiet,
                    SampleReport.Time.AddDays(-31),
                    SampleReport.Time.AddDays(-29)
                ),
            ],
            Pauses =
            [
                new("chat", "/x/chat", "Scale-in is paused by dana (2026-01-01 08:00 UTC: opening) until that is removed.", null),
                new(
                    Hostile,
                    "/x/hostile",
                    $"The size is pinned at 3 units by {Hostile} until 2026-02-04 10:03 UTC.",
                    SampleReport.Time.AddDays(30)
                ),
            ],
            Changes = new ReportedChanges(
                2,
                1,
                [
                    new(
                        SampleReport.Time.AddDays(-1),
                        "chat",
                        new("Standard_S1", 4),
                        new("Standard_S1", 5),
                        "verified",
                        "Needs 4.2 units now."
                    ),
                    new(SampleReport.Time.AddDays(-2), Hostile, new(Hostile, 1), new("Premium_P1", 1), "refused", "Azure: " + Hostile),
                ]
            ),
        };
}
