using Advisor.Azure;
using Advisor.Azure.Identity;
using Advisor.Azure.Resilience;
using Advisor.Cli.Commands.Evaluate;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Text;
using Advisor.Lab.LocalAzure;

namespace Advisor.Cli.Commands.Doctor;

internal sealed record DoctorRequest(FleetScope Scope, bool Local, bool Json)
{
    public AzureEndpoints? Cloud { get; init; }

    /// <summary>Address of a loopback Azure; null = Azure.</summary>
    public Uri? Endpoint { get; init; }

    /// <summary>Value of <c>--state</c>; null = the default file of watch.</summary>
    public string? State { get; init; }

    /// <summary>Subscription in which the Functions app is, or is to be, deployed; null = not checked.</summary>
    public string? AppSubscription { get; init; }

    public string? ConfigFile { get; init; }

    public string? RulesFolder { get; init; }
}

/// <summary>Runs every check, whatever the others find, and prints a line for each.</summary>
internal static class DoctorRun
{
    /// <returns><see cref="ExitCodes.CheckFailed"/> if a check failed; warnings alone do not.</returns>
    public static async Task<int> RunAsync(CliContext cli, DoctorRequest request, CancellationToken cancellation)
    {
        var checks = new List<DoctorCheck>();
        var rules = CheckRules(cli, request, checks);
        var config = CheckConfiguration(cli, request, rules, checks);
        await using var local = request.Local
            ? await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = cli.Time }, cancellation)
            : null;
        var cloud = request.Cloud ?? AzureEndpoints.Create(config.Cloud);
        var endpoint = local?.Endpoint ?? request.Endpoint;
        var signIn = SignIn.CreateDefault(cloud, null, null);
        var azure = new AzureChecks(
            config,
            new AzureOptions
            {
                Cloud = cloud,
                Endpoint = endpoint,
                Credential = signIn,
                MetricLag = config.Rules.Policy.MetricLag,
                // Throttling is an answer: the checks of the other subscriptions do not wait for its end.
                MaxRetryAfter = ResilienceLimits.ServiceMaxRetryAfter,
                Time = cli.Time,
            },
            request.AppSubscription
        );
        checks.AddRange(
            await azure.RunAsync(
                () =>
                    local is null
                        ? EvaluateRun.FindScopeAsync(cli, request.Scope, config, request.Endpoint, cancellation)
                        : Task.FromResult(EvaluateRun.CreateLocalScope(local, request.Scope)),
                cancellation
            )
        );
        checks.AddRange(await StateChecks.RunAsync(cli, request.State, cancellation));
        checks.AddRange(await ChannelChecks.RunAsync(config, ConfigInput.HasFile(cli, request.ConfigFile), signIn, cli, cancellation));
        DoctorOutput.Write(cli, checks, request.Json);
        return checks.Exists(check => check.Status == CheckStatus.Fault) ? ExitCodes.CheckFailed : ExitCodes.Success;
    }

    private static RuleSet CheckRules(CliContext cli, DoctorRequest request, List<DoctorCheck> checks)
    {
        try
        {
            var rules = RulesInput.Load(cli, request.RulesFolder);
            checks.Add(new("rules", CheckStatus.Ok, request.RulesFolder is null ? "Built in." : "Valid."));
            return rules;
        }
        catch (CommandException e)
        {
            checks.Add(new("rules", CheckStatus.Fault, ToLine(e.Message), "advisor rules validate --rules DIR"));
            return RuleSetLoader.Embedded;
        }
    }

    private static AdvisorConfiguration CheckConfiguration(CliContext cli, DoctorRequest request, RuleSet rules, List<DoctorCheck> checks)
    {
        try
        {
            var config = ConfigInput.Load(cli, request.ConfigFile, rules);
            checks.Add(
                ConfigInput.HasFile(cli, request.ConfigFile)
                    ? new("configuration", CheckStatus.Ok, $"{request.ConfigFile ?? ConfigurationLoader.DefaultFileName} is valid.")
                    : new(
                        "configuration",
                        CheckStatus.Warning,
                        "No advisor.yaml here: the defaults apply, no channel is set.",
                        "advisor init"
                    )
            );
            return config;
        }
        catch (CommandException e)
        {
            checks.Add(new("configuration", CheckStatus.Fault, ToLine(e.Message), "advisor config check"));
            return AdvisorConfiguration.CreateDefault(rules);
        }
    }

    internal static string ToLine(string text) => UntrustedText.Sanitize(text.Replace("\n  ", " ", StringComparison.Ordinal));
}
