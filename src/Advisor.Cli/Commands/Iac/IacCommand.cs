using System.CommandLine;
using Advisor.Core.Quantities;

namespace Advisor.Cli.Commands.Iac;

/// <summary><c>advisor iac check|patch</c>: the units that Terraform, Bicep and ARM templates state.</summary>
public static class IacCommand
{
    private const string CheckHelp = """
        Say whether a deployment of these templates would reset the size of a resource that Advisor or a person has changed.

        Reads Terraform (azurerm, azapi), Bicep and ARM, with .tfvars, .bicepparam and deployment parameters. With a report of
        'advisor evaluate' it compares with the sizes in force. Needs no account and changes nothing.

        Examples:
          a folder
            advisor iac check infra
          against the sizes in force
            advisor evaluate --subscription ID --output json > report.json
            advisor iac check infra --report report.json
        """;

    private const string PatchHelp = """
        Change the units in templates to the recommended ones, for a pull request. It changes the numbers and nothing else.

        A resource is found by its name, or by its address in the template. docs/infrastructure-as-code.md has a workflow that opens the
        pull request.

        Examples:
          all recommendations of a report
            advisor evaluate --subscription ID --output json > report.json
            advisor iac patch infra --report report.json
          one resource
            advisor iac patch infra/chat.tf --resource chat --units 9
          as a diff, without writing a file
            advisor iac patch infra --report report.json --diff | git apply
        """;

    public static Command Create(CliContext cli) =>
        new("iac", "Check whether templates reset sizes, and change the units in them.") { CreateCheck(cli), CreatePatch(cli) };

    private static Command CreateCheck(CliContext cli)
    {
        var (paths, report) = (CreatePaths(), CreateReport("Report with the sizes in force: 'advisor evaluate --output json'."));
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var command = new Command("check", CheckHelp) { paths, report, output };
        command.SetAction(parse =>
            IacCheckRun.Run(cli, parse.GetValue(paths)!, parse.GetValue(report), parse.GetValue(output) == OutputFormat.Json)
        );
        return command;
    }

    private static Command CreatePatch(CliContext cli)
    {
        var (paths, report) = (CreatePaths(), CreateReport("Report with the recommendations: 'advisor evaluate --output json'."));
        var resource = new Option<string?>("--resource") { Description = "Name, id, or address in the template.", HelpName = "NAME" };
        var units = CommonOptions.CreateNumber<int>("--units", "Units that the template is to state.", "N", 1, 1000);
        var diff = new Option<bool>("--diff") { Description = "Print a diff instead of writing the files." };
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var command = new Command("patch", PatchHelp) { paths, report, resource, units, diff, output };
        command.Refuse(result =>
            // Reading the value of units that are no number throws; their own error is enough.
            result.GetResult(resource)
                is null
            != result.GetResult(units) is null
                ? "--resource and --units belong together: --resource chat --units 9."
            : result.GetResult(resource) is null == result.GetValue(report) is null
                ? "specify either --report FILE, or --resource NAME and --units N."
            : null
        );
        command.SetAction(parse =>
            IacPatchRun.Run(
                cli,
                parse.GetValue(paths)!,
                parse.GetValue(report) is { } file
                    ? RecommendedSize.ReadAll(cli, file)
                    : [new(parse.GetValue(resource)!, parse.GetValue(resource)!, null, new Size("", parse.GetValue(units)!.Value))],
                parse.GetValue(diff),
                parse.GetValue(output) == OutputFormat.Json
            )
        );
        return command;
    }

    private static Argument<string[]> CreatePaths() =>
        new("PATH") { Description = "Files or folders with .tf, .tfvars, .bicep, .bicepparam or .json.", Arity = ArgumentArity.OneOrMore };

    private static Option<string?> CreateReport(string description) => new("--report") { Description = description, HelpName = "FILE" };
}
