using Advisor.Core.Alerting;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Budgets;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Budgets;

/// <summary>Weeks of a budget: one evaluation every ten minutes, each by a fresh process or by two at once.</summary>
public sealed class BudgetRepeatTests
{
    private readonly ServiceWorld world = new() { Budgets = [new(null, new Money(1000, "USD"))] };
    private readonly FakeResource chat;

    public BudgetRepeatTests() => chat = world.Azure.Add("chat", 10, _ => 400);

    private IEnumerable<string> Sent => world.Reports.Select(report => $"{report.Kind} {report.Severity} {report.At:MM-dd HH:mm}");

    [Fact]
    public async Task An_alert_is_sent_once_a_month_and_severity_however_often_the_process_restarts()
    {
        // 1,100 of 1,000: a warning after an hour. 1,250 from the third day on: an error an hour later. February and March expect as much:
        // it is repeated after 30 days, and no sooner.
        await RunAsync(days: 2, 1100);
        await RunAsync(days: 45, 1250);

        Assert.Equal(["Fired Warning 01-05 09:00", "Updated Error 01-07 09:00", "Repeated Error 02-06 09:00"], Sent);
    }

    [Fact]
    public async Task Two_instances_at_once_send_it_once()
    {
        await RunAsync(days: 1, 1250, instances: 2);

        Assert.Equal(["Fired Error 01-05 09:00"], Sent);
    }

    [Fact]
    public async Task A_bill_of_the_month_before_is_not_one_of_this_month()
    {
        // The record of January is all that is known in February: neither repeated, as after 30 days of the same bill, nor resolved.
        await RunAsync(days: 1, 1250);
        world.Clock.Advance(TimeSpan.FromDays(26));
        await AdvanceAsync(hours: 24 * 31, instances: 1);

        Assert.Equal(["Fired Error 01-05 09:00"], Sent);
    }

    private async Task RunAsync(int days, decimal expected, int instances = 1)
    {
        for (var day = 0; day < days; day++)
        {
            await SaveAsync(expected);
            await AdvanceAsync(24, instances);
        }
    }

    private async Task AdvanceAsync(int hours, int instances)
    {
        for (var minute = 0; minute < hours * 60; minute += 10)
        {
            var listing = await world.Azure.ListAsync(new FleetScope(), CancellationToken.None);
            await Task.WhenAll(
                Enumerable
                    .Range(0, instances)
                    .Select(async _ =>
                        await new AdvisorService(await world.CreateDependenciesAsync(), []).Budgets.AdvanceAsync(
                            listing,
                            world.Clock.GetUtcNow(),
                            CancellationToken.None
                        )
                    )
            );
            world.Clock.Advance(TimeSpan.FromMinutes(10));
        }
    }

    private async Task SaveAsync(decimal expected)
    {
        var now = world.Clock.GetUtcNow();
        var record = new EvaluationRecord
        {
            ResourceId = chat.Id,
            Service = "signalr",
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 10,
            At = now,
            Month = new EvaluationMonth(
                BudgetTotals.FindMonth(now),
                new EvaluationCost(1, 0, 1, "USD"),
                new EvaluationCost(expected, 0, expected, "USD")
            ),
        };
        var state = await world.OpenStateAsync();
        Assert.True((await state.BeginCommit(chat.Id).Save(record).RunAsync(CancellationToken.None)).IsCommitted);
    }
}
