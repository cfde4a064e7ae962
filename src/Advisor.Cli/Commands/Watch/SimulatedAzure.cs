using System.Text;
using Advisor.Cli.Commands.Demo;
using Advisor.Cli.Inputs;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;

namespace Advisor.Cli.Commands.Watch;

/// <summary>The loopback Azure of <c>advisor watch --local</c>: its resources, its load and the start of its simulated time.</summary>
internal static class SimulatedAzure
{
    // A Monday, before the morning's rise: the same hours give the same load each time.
    public static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan ChangeTime = TimeSpan.FromSeconds(170);
    private const double DailyWave = 0.4;

    public static DayScenario LoadDay(CliContext cli, string path)
    {
        try
        {
            return DayScenario.Parse(Encoding.UTF8.GetString(FileInput.ReadUtf8(cli, path)));
        }
        catch (FormatException e)
        {
            throw CommandException.CreateInvalidInput($"{path}: {e.Message}", e);
        }
    }

    public static LocalAzureOptions CreateOptions(TimeProvider time, bool simulated, DayScenario? day, bool isDemo) =>
        isDemo
            ? new LocalAzureOptions
            {
                Time = time,
                ScalingTime = ChangeTime,
                Resources = DemoResources.Create(DemoLoop.Opening),
            }
        : day is not null
            ? new LocalAzureOptions
            {
                Time = time,
                ScalingTime = ChangeTime,
                Resources = day.Resources,
            }
        : simulated
            ? new LocalAzureOptions
            {
                Time = time,
                ScalingTime = ChangeTime,
                Resources = [.. LocalScenario.Ten.Select(AddDailyWave)],
            }
        : new LocalAzureOptions { Time = time };

    // The ten resources are nearly constant, so that the limiting factor is the same at any hour; here their sizes should have something to
    // follow. Two stay constant: the one whose server load is a stale record and does not follow its traffic, and the one sized by Azure
    // autoscale, which is not simulated.
    private static LocalResourceSpec AddDailyWave(LocalResourceSpec spec) =>
        spec is { HasAutoscale: false, Load.StuckServerLoad: null } ? spec with { Load = spec.Load with { DailyWave = DailyWave } } : spec;
}
