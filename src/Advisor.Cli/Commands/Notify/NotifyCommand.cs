using System.CommandLine;
using Advisor.Cli.Inputs;

namespace Advisor.Cli.Commands.Notify;

/// <summary><c>advisor notify test</c>: sends a test message to check delivery.</summary>
public static class NotifyCommand
{
    private const string Help = """
        Send a test message to the channels of a team, as an alert would be sent, and print whether each channel accepted it. The
        incident that it opens in PagerDuty is resolved at once.

        Channels, teams and routes are defined in advisor.yaml; secrets are read from where it says: env:NAME from the environment
        of this command, keyvault:... with the identity that is signed in here ('az login').

        Examples:
          all channels of a team
            advisor notify test --team chat
          one of them
            advisor notify test --team chat --channel pager
          the default route
            advisor notify test
          one of each kind of message, to see what they look like
            advisor notify test --team chat --sample
        """;

    public static Command Create(CliContext cli)
    {
        var team = new Option<string?>("--team")
        {
            Description = "Team of advisor.yaml. Default: the team of the default route.",
            HelpName = "TEAM",
        };
        var channel = new Option<string?>("--channel") { Description = "Only this channel of the team.", HelpName = "CHANNEL" };
        var sample = new Option<bool>("--sample")
        {
            Description =
                "Send one of each kind that the channel gets: an alert that fires, one that lasts, one that is resolved, a group, a "
                + "digest, a recommendation, an approval, several approvals, a completed change, a failed one, and a notice about "
                + "Advisor itself.",
        };
        var settings = new SettingsOptions();
        var test = new Command("test", Help) { team, channel, sample, settings.Config, settings.Rules };
        test.SetAction(
            (parse, cancellation) =>
                NotifyRun.RunAsync(
                    cli,
                    new NotifyRequest(parse.GetValue(team), parse.GetValue(channel), parse.GetValue(sample)),
                    settings.Read(parse),
                    cancellation
                )
        );
        return new Command("notify", "Test the notification channels.") { test };
    }
}
