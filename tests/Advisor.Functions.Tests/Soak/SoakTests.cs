using System.Globalization;
using Advisor.Functions.Tests.Published;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Soak;

/// <summary>A short run with the other tests; <c>tests/soak SEED DAYS</c> runs the long one beside one without faults.</summary>
public sealed class SoakTests(PublishedApp package, ITestOutputHelper output) : IClassFixture<PublishedApp>
{
    // Of the cost without faults. By the order alone in which few resources are changed, six runs of ten resource-days differed by 6 %
    // (standard deviation), which makes 2 % of a hundred.
    private const double MaxCost = 1.05;
    private const double MinResourceDays = 100;

    [Fact]
    [Fault("arm-lost-patch")]
    [Fault("process-killed")]
    public async Task Some_hours_of_faults_break_no_law()
    {
        var plan = new SoakPlan(Resources: 4, TimeSpan.FromHours(2), Seed: 1, DisturbedShare: 1, output.WriteLine);
        var result = await SoakRun.RunAsync(package.Folder, plan);

        output.WriteLine(result.Summary);
        Assert.Empty(result.Violations);
    }

    [Fact]
    public async Task Days_of_faults_break_no_law_and_cost_little_more_than_days_without()
    {
        // DAYS,RESOURCES,SEED...
        var arguments = Environment.GetEnvironmentVariable("ADVISOR_SOAK")?.Split(',');
        Assert.SkipWhen(arguments is null, "tests/soak SEED DAYS runs it.");
        var span = TimeSpan.FromDays(double.Parse(arguments[0], CultureInfo.InvariantCulture));
        var resources = int.Parse(arguments[1], CultureInfo.InvariantCulture);
        var failures = new List<string>();

        var calm = await RunAsync("without faults", null);
        foreach (var seed in arguments[2..].Select(int.Parse))
        {
            var ratio = await RunAsync($"seed {seed}", seed) / calm;
            var isJudged = resources * span.TotalDays >= MinResourceDays;
            var judged = isJudged ? "" : $"; judged from {MinResourceDays} resource-days on";
            output.WriteLine($"seed {seed}: {ratio:0.000} of the cost without faults{judged}");
            if (isJudged && ratio > MaxCost)
            {
                failures.Add($"seed {seed} costs {ratio:0.000} of a run without faults");
            }
        }

        Assert.True(failures.Count == 0, string.Join('\n', failures));

        async Task<double> RunAsync(string name, int? seed)
        {
            var plan = new SoakPlan(resources, span, seed, DisturbedShare: 1.0 / 3, line => output.WriteLine($"{name}: {line}"));
            var result = await SoakRun.RunAsync(package.Folder, plan);
            output.WriteLine($"{name}: {result.Summary}");
            result.Violations.Take(20).ToList().ForEach(violation => output.WriteLine($"{name}: law broken: {violation}"));
            failures.AddRange(result.Violations.Select(violation => $"{name}: {violation}"));
            return result.Cost;
        }
    }
}
