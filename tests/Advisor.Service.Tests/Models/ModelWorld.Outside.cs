using System.Globalization;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Approvals;
using Advisor.Service.Evaluation;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Models;

/// <summary>What Azure, receivers and people do; how an instance starts.</summary>
internal sealed partial class ModelWorld
{
    /// <summary>Everything works again and the load is low: twenty minutes by the minute, then five hours faster.</summary>
    public async Task CalmDownAsync()
    {
        await StopAsync(false);
        Azure.Refusals.Clear();
        (Azure.ChangesFail, Azure.LosesAddresses, Azure.LosesAnswers) = (false, false, false);
        Azure.MetricFailures.Clear();
        Azure.ListFailures.Clear();
        (Azure.ChangeTakes, Azure.ShowsAfter) = (TimeSpan.FromSeconds(170), TimeSpan.Zero);
        foreach (var channel in Channels)
        {
            channel.Refuses = 0;
        }

        foreach (var load in loads)
        {
            load.Add((Clock.GetUtcNow(), Loads[0]));
        }

        for (var tick = 0; tick < 45; tick++)
        {
            await RunMinuteAsync(new ModelStep(StepKind.Minute, tick, 0), tick < 20 ? 1 : 12);
        }
    }

    private static readonly ScaleOutcome[] Refusals =
    [
        new(ScaleResult.RetryLater, null, FailureCode.Conflict, "Another change runs."),
        new(ScaleResult.RetryLater, null, FailureCode.Throttled, "Too many.", TimeSpan.FromMinutes(4)),
        new(ScaleResult.RetryLater, null, FailureCode.ServiceFault, "500."),
        new(ScaleResult.RetryLater, null, FailureCode.Timeout, "No answer."),
        new(ScaleResult.Refused, null, FailureCode.Locked, "A lock."),
    ];

    private void SwitchOutage(int which)
    {
        switch (which % 9)
        {
            case 0:
                Azure.ChangesFail = !Azure.ChangesFail;
                break;
            case 1:
                Azure.LosesAddresses = !Azure.LosesAddresses;
                Azure.ShowsAfter = Azure.LosesAddresses ? TimeSpan.FromSeconds(100) : TimeSpan.Zero;
                break;
            case 2:
                // What is worst: what the answer says is lost, and the change does not show at once.
                Azure.LosesAnswers = !Azure.LosesAnswers;
                Azure.ShowsAfter = Azure.LosesAnswers ? TimeSpan.FromSeconds(100) : TimeSpan.Zero;
                break;
            case 3:
                Switch(Azure.MetricFailures, "chat");
                break;
            case 4:
                Azure.ListFailures.Add(new FleetFailure("s", FailureCode.ServiceFault, "500."));
                break;
            case 5:
                Azure.ListFailures.Clear();
                break;
            case 6:
                Azure.ShowsAfter = TimeSpan.FromSeconds(100) - Azure.ShowsAfter;
                break;
            case 7:
                var mode = Resources[2].Settings.Mode == AdvisorMode.Approve ? AdvisorMode.Auto : AdvisorMode.Approve;
                Resources[2].Settings = Resources[2].Settings with { Mode = mode };
                break;
            default:
                Azure.ChangeTakes = Azure.ChangeTakes < TimeSpan.FromMinutes(10) ? TimeSpan.FromMinutes(50) : TimeSpan.FromSeconds(170);
                break;
        }

        static void Switch(HashSet<string> names, string name)
        {
            if (!names.Remove(name))
            {
                names.Add(name);
            }
        }
    }

    private async Task<bool> IsStoppedAsync() => await (await OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None) is not null;

    private async Task StopAsync(bool stops)
    {
        var fleet = (await OpenStateAsync()).Fleet;
        await (
            stops
                ? (Task)fleet.PauseAsync(new PauseMark("mia", "a test", Clock.GetUtcNow()), CancellationToken.None)
                : fleet.ResumeAsync("mia", "a test", Clock.GetUtcNow(), CancellationToken.None)
        );
    }

    private int FindLoad(int resource, DateTimeOffset at) => loads[resource].Last(load => load.From <= at).Count;

    private async Task<AdvisorService> StartAsync(CrashPoint point)
    {
        var fleet = new CrashingAzure(Azure, point);
        var setup = new ServiceSetup
        {
            Options = new ServiceOptions
            {
                Scope = new FleetScope { Subscriptions = ["s"] },
                HistoryBackfill = TimeSpan.Zero,
            },
            State = await AdvisorState.OpenAsync(new CrashingStore(Store, point), 2, Start, CancellationToken.None),
            Fleet = fleet,
            Metrics = fleet,
            Rules = RuleSetLoader.Embedded,
            Routing = Routing,
            FindSettings = (resource, _) => Azure.GetSettings(resource),
            CreateApproval = approvals.Create,
        };
        return new AdvisorService(setup, Channels.Select(channel => new CrashingChannel(channel, point)));
    }
}
