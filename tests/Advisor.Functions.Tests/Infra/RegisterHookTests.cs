using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

/// <summary>functions/register, the hook that azd runs before it provisions, with an <c>az</c> that writes down what it is asked.</summary>
public sealed class RegisterHookTests : IDisposable
{
    private const string App = "00000000-0000-4000-8000-00000000000a";
    private const string Watched = "00000000-0000-4000-8000-00000000000b";

    private readonly TemporaryFolder folder = new();

    public static bool IsUnix => !OperatingSystem.IsWindows();

    public void Dispose() => folder.Dispose();

    [Fact(Skip = "sh is absent", SkipUnless = nameof(IsUnix))]
    public async Task It_registers_what_is_not_registered_and_leaves_the_rest_alone()
    {
        var (code, calls, error) = await RunAsync(state: "NotRegistered", registered: App, watched: $"{Watched}, {App}", apply: Watched);

        // Microsoft.App of the app is registered already, and so is its Microsoft.Insights.
        Assert.True(code == 0, error);
        Assert.Equal([$"provider register --namespace Microsoft.Insights --wait --subscription {Watched}"], calls);
        Assert.Contains($"az provider register --namespace Microsoft.Insights --subscription {Watched}", error, StringComparison.Ordinal);
    }

    [Fact(Skip = "sh is absent", SkipUnless = nameof(IsUnix))]
    public async Task Without_watched_subscriptions_that_of_the_app_is_the_watched_one()
    {
        var (code, calls, error) = await RunAsync(state: "NotRegistered");

        Assert.True(code == 0, error);
        Assert.Equal(
            [
                $"provider register --namespace Microsoft.App --wait --subscription {App}",
                $"provider register --namespace Microsoft.Insights --wait --subscription {App}",
            ],
            calls
        );
    }

    /// <summary>The template watches the same: <see cref="DeploymentTests"/>.</summary>
    [Theory(Skip = "sh is absent", SkipUnless = nameof(IsUnix))]
    [InlineData("", Watched, App, Watched)]
    [InlineData(" , ", "", App)]
    [InlineData("00000000-0000-4000-8000-00000000000B, " + Watched + ",", "00000000-0000-4000-8000-00000000000B", Watched)]
    public async Task It_registers_each_subscription_that_the_template_watches_once(string watched, string apply, params string[] expected)
    {
        var (code, calls, error) = await RunAsync(state: "NotRegistered", watched: watched, apply: apply);

        Assert.True(code == 0, error);
        Assert.Equal(
            expected.Select(id => $"provider register --namespace Microsoft.Insights --wait --subscription {id}"),
            calls.Where(call => call.Contains("Microsoft.Insights", StringComparison.Ordinal))
        );
    }

    [Theory(Skip = "sh is absent", SkipUnless = nameof(IsUnix))]
    [InlineData(App, 0)] // metrics of one subscription: the deployment still stands
    [InlineData("none", 1)] // Microsoft.App: the deployment would be refused
    public async Task What_may_not_be_registered_stops_the_deployment_only_where_it_would_fail(string registered, int expected)
    {
        var (code, _, error) = await RunAsync(state: "NotRegistered", registered: registered, watched: Watched, refuses: true);

        Assert.Equal(expected, code);
        Assert.Contains("a person with the right to register runs that command once", error, StringComparison.Ordinal);
    }

    [Fact(Skip = "sh is absent", SkipUnless = nameof(IsUnix))]
    public async Task Without_the_Azure_CLI_it_says_so_and_lets_the_deployment_go_on()
    {
        var (code, _, error) = await RunAsync(state: null);

        Assert.Equal(0, code);
        Assert.Contains("no Azure CLI here", error, StringComparison.Ordinal);
    }

    /// <param name="state">What az says of every provider; null = there is no az.</param>
    /// <param name="registered">Subscription in which everything is registered.</param>
    /// <param name="refuses">Whether registering fails.</param>
    private async Task<(int Code, IReadOnlyList<string> Calls, string Error)> RunAsync(
        string? state,
        string registered = "none",
        string watched = "",
        string apply = "",
        bool refuses = false
    )
    {
        var log = Path.Combine(folder.Path, "calls");
        foreach (var tool in new[] { "sh", "tr", "sort" })
        {
            File.CreateSymbolicLink(Path.Combine(folder.Path, tool), FindTool(tool));
        }

        if (state is not null)
        {
            var az = folder.Write(
                "az",
                $"""
                #!/bin/sh
                case "$*" in
                  *show*{registered}*) echo Registered ;;
                  *show*) echo {state} ;;
                  *) echo "$*" >> '{log}'; exit {(refuses ? 1 : 0)} ;;
                esac

                """
            );
            File.SetUnixFileMode(az, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        var start = new ProcessStartInfo(RepositoryFiles.GetPath("functions", "register"))
        {
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["PATH"] = folder.Path;
        start.Environment["AZURE_SUBSCRIPTION_ID"] = App;
        start.Environment["ADVISOR_WATCHED_SUBSCRIPTIONS"] = watched;
        start.Environment["ADVISOR_APPLY_SUBSCRIPTIONS"] = apply;
        using var process = Process.Start(start)!;
        var error = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, File.Exists(log) ? await File.ReadAllLinesAsync(log, TestContext.Current.CancellationToken) : [], error);
    }

    private static string FindTool(string name) =>
        Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator).Select(path => Path.Combine(path, name)).First(File.Exists);
}
