using Advisor.Azure.Identity;
using Advisor.Azure.Resilience;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Core.Rules;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Doctor;

/// <param name="State">Value of <c>--state</c>; null = the default file of watch.</param>
/// <param name="AppSubscription">Subscription in which the Functions app is, or is to be, deployed; null = not checked.</param>
internal sealed record DoctorRequest(AzureSource Azure, SettingsSource Settings, string? State, string? AppSubscription, bool Json);

/// <summary>Runs every check, whatever the others find, and prints a line for each.</summary>
internal static class DoctorRun
{
    /// <returns><see cref="ExitCodes.CheckFailed"/> if a check failed; warnings alone do not.</returns>
    public static async Task<int> RunAsync(CliContext cli, DoctorRequest request, CancellationToken cancellation)
    {
        var checks = new List<DoctorCheck>();
        var rules = CheckRules(cli, request, checks);
        var config = CheckConfiguration(cli, request, rules, checks);
        await using var local = await request.Azure.StartLocalAsync(cli, cancellation);
        using var progress = new ProgressLine(cli);
        var signIn = SignIn.CreateDefault(request.Azure.FindCloud(config), null, null);
        var azure = new AzureChecks(
            config,
            request.Azure.CreateOptions(cli, config, local, progress) with
            {
                Credential = signIn,
                // Throttling is an answer: the checks of the other subscriptions do not wait for its end.
                MaxRetryAfter = ResilienceLimits.ServiceMaxRetryAfter,
            },
            request.AppSubscription,
            progress
        );
        checks.AddRange(await azure.RunAsync(() => request.Azure.FindScopeAsync(cli, config, local, cancellation), cancellation));
        checks.AddRange(await StateChecks.RunAsync(cli, request.State, cancellation));
        checks.AddRange(await ChannelChecks.RunAsync(config, request.Settings, signIn, cli, cancellation));
        progress.Clear();
        DoctorOutput.Write(cli, checks, request.Json);
        return checks.Exists(check => check.Status == CheckStatus.Fault) ? ExitCodes.CheckFailed : ExitCodes.Success;
    }

    private static RuleSet CheckRules(CliContext cli, DoctorRequest request, List<DoctorCheck> checks)
    {
        try
        {
            var rules = RulesInput.Load(cli, request.Settings.RulesFolder);
            checks.Add(new("rules", CheckStatus.Ok, request.Settings.RulesFolder is null ? "Built in." : "Valid."));
            return rules;
        }
        catch (CommandException e)
        {
            checks.Add(
                new(
                    "rules",
                    CheckStatus.Fault,
                    ToLine(e.Message),
                    "advisor rules validate" + SuggestedCommand.FormatOption("--rules", request.Settings.RulesFolder)
                )
            );
            return RuleSetLoader.Embedded;
        }
    }

    private static AdvisorConfiguration CheckConfiguration(CliContext cli, DoctorRequest request, RuleSet rules, List<DoctorCheck> checks)
    {
        try
        {
            var config = ConfigInput.Load(cli, request.Settings.ConfigFile, rules);
            checks.Add(
                ConfigInput.HasFile(cli, request.Settings.ConfigFile)
                    ? new(
                        "configuration",
                        CheckStatus.Ok,
                        $"{request.Settings.ConfigFile ?? ConfigurationLoader.DefaultFileName} is valid."
                    )
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
            var command = "advisor config check" + SuggestedCommand.FormatSettings(request.Settings);
            checks.Add(new("configuration", CheckStatus.Fault, ToLine(e.Message), command));
            return AdvisorConfiguration.CreateDefault(rules);
        }
    }

    internal static string ToLine(string text) => UntrustedText.Sanitize(text.Replace("\n  ", " ", StringComparison.Ordinal));
}
