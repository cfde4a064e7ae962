using System.CommandLine;
using Advisor.Cli.Inputs;

namespace Advisor.Cli.Commands.Doctor;

/// <summary><c>advisor doctor</c>: checks what Advisor needs to work here.</summary>
public static class DoctorCommand
{
    private const string Help = """
        Check what Advisor needs: rules and configuration, sign-in, Azure's endpoints, the rights on each subscription and its providers,
        the clock, the state, and the channels. A line for each, with the command that mends it. Changes nothing and sends no message.

        Examples:
          the subscriptions of advisor.yaml
            advisor doctor
          another one
            advisor doctor --subscription 00000000-0000-0000-0000-000000000000
          also that of the Functions app, which needs a provider of its own
            advisor doctor --app-subscription 00000000-0000-0000-0000-000000000000
          without an account
            advisor doctor --local
        """;

    public static Command Create(CliContext cli)
    {
        var fleet = new FleetOptions(
            "check",
            "Check against ten sample resources of a loopback Azure in this process.",
            "Check against a running loopback Azure ('advisor local')",
            hasIds: false,
            hasTags: false
        );
        var (state, settings) = (CommonOptions.CreateState(), new SettingsOptions());
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var command = new Command("doctor", Help);
        var app = new Option<string?>("--app-subscription")
        {
            Description = "Subscription in which the Functions app is, or is to be, deployed: it needs Microsoft.App.",
            HelpName = "ID",
        };
        app.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<string?>() is { } id && !Guid.TryParseExact(id, "D", out _))
            {
                result.AddError("--app-subscription must be the GUID that 'az account list' shows.");
            }
        });
        fleet.AddTo(command, app, state, settings.Config, settings.Rules, output);
        command.SetAction(
            (parse, cancellation) =>
                DoctorRun.RunAsync(
                    cli,
                    new DoctorRequest(
                        fleet.Read(parse),
                        settings.Read(parse),
                        parse.GetValue(state),
                        parse.GetValue(app),
                        parse.GetValue(output) == OutputFormat.Json
                    ),
                    cancellation
                )
        );
        return command;
    }
}
