using System.CommandLine;

namespace Advisor.Cli.Commands.Doctor;

/// <summary><c>advisor doctor</c>: checks what Advisor needs to work here.</summary>
public static class DoctorCommand
{
    private const string Help = """
        Check what Advisor needs: rules and configuration, sign-in, Azure's endpoints, the rights on each subscription, the clock, the
        state, and the channels. A line for each, with the command that mends it. Changes nothing and sends no message.

        Examples:
          the subscriptions of advisor.yaml
            advisor doctor
          another one
            advisor doctor --subscription 00000000-0000-0000-0000-000000000000
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
        var (state, config, rules) = (CommonOptions.CreateState(), CommonOptions.CreateConfig(), CommonOptions.CreateRules());
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var command = new Command("doctor", Help);
        fleet.AddTo(command, state, config, rules, output);
        command.SetAction(
            (parse, cancellation) =>
                DoctorRun.RunAsync(
                    cli,
                    new DoctorRequest(fleet.ReadScope(parse), fleet.ReadLocal(parse), parse.GetValue(output) == OutputFormat.Json)
                    {
                        Cloud = fleet.ReadCloud(parse),
                        Endpoint = fleet.ReadEndpoint(parse),
                        State = parse.GetValue(state),
                        ConfigFile = parse.GetValue(config),
                        RulesFolder = parse.GetValue(rules),
                    },
                    cancellation
                )
        );
        return command;
    }
}
