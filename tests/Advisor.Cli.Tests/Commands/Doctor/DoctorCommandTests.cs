using System.Text.Json;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Doctor;

/// <summary><c>advisor doctor</c> against the loopback Azure, with and without faults.</summary>
public sealed class DoctorCommandTests : IDisposable
{
    private const string Channels = """
        channels:
          - { name: out, type: console }
          - { name: hook, type: webhook, address: env:HOOK }
        teams:
          - { name: chat, channels: [out, hook] }
        routes:
          - { team: chat }
        """;

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task All_is_well_with_the_loopback_azure_and_complete_channels()
    {
        folder.Write("advisor.yaml", Channels);

        var run = await RunAsync("https://hooks.example.com/a", "doctor", "--local");

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Golden.AssertMatches("Advisor.Cli.Tests", "doctor.txt", HidePort(run.Out));
    }

    [Fact]
    public async Task A_missing_secret_and_a_private_address_are_faults_with_the_command_that_mends_them()
    {
        folder.Write("advisor.yaml", Channels);

        var missing = await RunAsync(null, "doctor", "--local");
        var unreachable = await RunAsync("https://127.0.0.1/a", "doctor", "--local");

        Assert.Equal((ExitCodes.CheckFailed, ExitCodes.CheckFailed), (missing.ExitCode, unreachable.ExitCode));
        Assert.Contains(
            "fault    channel hook: env:HOOK is not set; put the address of the receiver there.\n",
            missing.Out,
            StringComparison.Ordinal
        );
        Assert.Contains("           export HOOK=VALUE\n", missing.Out, StringComparison.Ordinal);
        Assert.Contains("fault    channel hook: env:HOOK must not be a private", unreachable.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_subscription_that_may_not_be_read_is_a_fault_with_the_role_assignment()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        azure.Faults.Add(new Fault(FaultKind.Forbidden));

        var run = await RunAsync(null, "doctor", "--endpoint", azure.Endpoint.ToString(), "--subscription", azure.SubscriptionId);

        Assert.Equal(ExitCodes.CheckFailed, run.ExitCode);
        Assert.Contains($"fault    subscription {azure.SubscriptionId}: ", run.Out, StringComparison.Ordinal);
        Assert.Contains(
            "az role assignment create --assignee PRINCIPAL_ID --role \"Monitoring Reader\" --scope "
                + $"/subscriptions/{azure.SubscriptionId}\n",
            run.Out,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_bad_file_and_a_missing_state_are_faults_and_the_other_checks_still_run()
    {
        folder.Write("advisor.yaml", "defaults: { mode: automatic }");

        var run = await RunAsync(null, "doctor", "--local", "--state", "none.db", "--output", "json");

        Assert.Equal(ExitCodes.CheckFailed, run.ExitCode);
        using var json = JsonDocument.Parse(run.Out);
        Assert.False(json.RootElement.GetProperty("ok").GetBoolean());
        var status = json
            .RootElement.GetProperty("checks")
            .EnumerateArray()
            .ToDictionary(c => c.GetProperty("check").GetString()!, c => c.GetProperty("status").GetString());
        Assert.Equal(("fault", "fault", "ok"), (status["configuration"], status["state"], status["sign-in"]));
        Assert.Contains(status, check => check.Key.StartsWith("metrics of", StringComparison.Ordinal) && check.Value == "ok");
    }

    [Fact]
    public async Task An_azure_that_does_not_answer_is_a_fault_and_nothing_behind_it_is_checked()
    {
        var run = await RunAsync(null, "doctor", "--endpoint", "http://127.0.0.1:1");

        Assert.Equal(ExitCodes.CheckFailed, run.ExitCode);
        Assert.Contains("fault    endpoint: 127.0.0.1:1 did not answer", run.Out, StringComparison.Ordinal);
        Assert.Contains("subscriptions: Not checked", run.Out, StringComparison.Ordinal);
    }

    private Task<CliResult> RunAsync(string? hook, params string[] arguments) =>
        CliResult.RunAsync(
            arguments,
            cli => cli with { Folder = folder.Path, Environment = name => name == "HOOK" ? hook : null },
            TestContext.Current.CancellationToken
        );

    // The loopback Azure takes any free port.
    private static string HidePort(string text) =>
        System.Text.RegularExpressions.Regex.Replace(text, @"127\.0\.0\.1:\d+", "127.0.0.1:PORT", default, TimeSpan.FromSeconds(1));
}
