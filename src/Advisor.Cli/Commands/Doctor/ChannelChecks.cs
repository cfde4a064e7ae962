using Advisor.Azure;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Routing;
using Advisor.Core.Text;
using Advisor.Service.Notifications.Channels;
using Azure.Core;

namespace Advisor.Cli.Commands.Doctor;

/// <summary>Checks the channels of advisor.yaml without sending anything.</summary>
internal static class ChannelChecks
{
    /// <param name="settings">Where the configuration is from.</param>
    /// <param name="signIn">Sign-in that reads key vaults.</param>
    public static async Task<IReadOnlyList<DoctorCheck>> RunAsync(
        AdvisorConfiguration config,
        SettingsSource settings,
        TokenCredential signIn,
        CliContext cli,
        CancellationToken cancellation
    )
    {
        if (config.Routing is not { } routing)
        {
            const string None = "None: notifications are printed by 'advisor watch' only.";
            return
            [
                ConfigInput.HasFile(cli, settings.ConfigFile)
                    ? new("channels", CheckStatus.Warning, $"{None} Add channels, teams and routes to advisor.yaml.")
                    : new("channels", CheckStatus.Warning, None, "advisor init"),
            ];
        }

        using var vault = new KeyVaultSecrets(signIn, cli.Time);
        var secrets = new SecretReader(cli.Environment, vault);
        var checks = new List<DoctorCheck>();
        foreach (var channel in routing.Channels)
        {
            var (name, type) = ($"channel {UntrustedText.Sanitize(channel.Name)}", channel.Type.ToString().ToLowerInvariant());
            checks.Add(
                await ChannelCheck.FindProblemAsync(channel, secrets, cancellation) is { } problem
                    ? new(
                        name,
                        CheckStatus.Fault,
                        DoctorRun.ToLine(problem.Text),
                        problem.Secret?.FormatCommand(OperatingSystem.IsWindows())
                    )
                    : new(name, CheckStatus.Ok, $"Complete ({type}){DescribeTest(config, channel.Name, settings)}.")
            );
        }

        return checks;
    }

    // The test goes to the channels of a team; a channel of no team gets reports or nothing.
    private static string DescribeTest(AdvisorConfiguration config, string channel, SettingsSource settings) =>
        config.Routing!.Teams.FirstOrDefault(team => team.Channels.Any(one => IsSame(one.Channel, channel))) is { } team
            ? $"; 'advisor notify test{SuggestedCommand.FormatOption("--team", team.Name)}"
                + $"{SuggestedCommand.FormatOption("--channel", channel)}{SuggestedCommand.FormatSettings(settings)}' sends a message"
        : config.Reports.Any(report => IsSame(report.Channel, channel)) ? ", for reports alone"
        : ", but no team or report uses it";

    private static bool IsSame(string a, string b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);
}
