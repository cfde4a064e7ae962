using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Settings;
using Advisor.Service.Reports;

namespace Advisor.Service.Tests.Reports;

public sealed class BudgetReportTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 9, 8, 0, 0, TimeSpan.Zero);
    private static readonly DateOnly March = new(2026, 3, 1);

    private static readonly MonthlyBudget[] Budgets =
    [
        new(null, new Money(1000, "USD")),
        new("chat", new Money(500, "USD")),
        new("live", new Money(700, "USD")),
    ];

    [Fact]
    public void A_report_of_the_scope_has_every_budget_with_the_sum_of_its_resources()
    {
        var report = Create(
            null,
            CreateResource("one", "chat", 300),
            CreateResource("two", "live", 600),
            CreateResource("three", null, 50)
        );

        // Of no team is of the default team. 300 + 600 + 50 = 950.
        Assert.Equal([(null, 950m), ("chat", 350m), ("live", 600m)], report.Budgets.Select(use => (use.Budget.Team, use.Expected.Amount)));
    }

    [Fact]
    public void A_report_of_a_team_has_its_own_budget()
    {
        var report = Create("live", CreateResource("one", "chat", 300), CreateResource("two", "live", 600));

        Assert.Equal([("live", 600m)], report.Budgets.Select(use => (use.Budget.Team, use.Expected.Amount)));
    }

    [Fact]
    public void What_could_not_be_read_leaves_the_sum_a_lower_bound()
    {
        var unread = CreateResource("four", "chat", 0) with { Month = null };
        var before = CreateResource("five", "chat", 100);
        before = before with { Month = before.Month! with { Month = March.AddMonths(-1) } };

        var chat = Create(null, CreateResource("one", "chat", 300), unread, before).Budgets.Single(use => use.Budget.Team == "chat");

        Assert.Equal((300m, true), (chat.Expected.Amount, chat.IsLowerBound));
        Assert.Equal(["five", "four"], chat.Missing);
    }

    private static PeriodReport Create(string? team, params ResourceReport[] resources) =>
        PeriodReportBuilder.Create(
            new EvaluationReport { Time = Now, Resources = resources },
            TimeSpan.FromDays(7),
            team,
            name => name ?? "chat",
            Budgets
        );

    private static ResourceReport CreateResource(string name, string? team, decimal expected)
    {
        MonthlyCost CreateCost(decimal amount) => new(new Money(amount, "USD"), new Money(0, "USD"));
        return new ResourceReport
        {
            Id = "/r/" + name,
            Name = name,
            Service = ServiceKind.SignalR,
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 1,
            State = ReportState.Ok,
            Settings = new ResourceSettings { Team = team },
            Month = new MonthBill(March, CreateCost(expected / 4), CreateCost(expected), null, 0),
        };
    }
}
