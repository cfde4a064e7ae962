using System.CommandLine;
using Advisor.Cli.Inputs;
using Advisor.Configuration.Rules;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Rules;

/// <summary><c>advisor rules validate|show</c>: reports every problem of the rules, and shows their figures with their sources.</summary>
public static class RulesCommand
{
    private const string ValidateHelp = """
        Check the rules (built in, or those in --rules DIR) and report every problem at once.

        A folder replaces single files of the built-in ones, under the same names; rules/README.md describes them.

        Examples:
          the built-in ones
            advisor rules validate
          your own prices or ceilings
            advisor rules validate --rules my-rules
        """;

    private const string ShowHelp = """
        Show the figures that decisions use, each with its unit, its sources and the day they were checked.

        Examples:
          all of them
            advisor rules show
          one file: policy, alerts, skus, signalr, webpubsub, signalr-2019
            advisor rules show policy
          one figure, or all whose names begin so
            advisor rules show signalr.echo
        """;

    public static Command Create(CliContext cli)
    {
        var rules = CommonOptions.CreateRules();
        var section = new Argument<string?>("SECTION")
        {
            Description = "File, or name of a figure or its beginning. Default: all.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var shown = CommonOptions.CreateRules();
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var show = new Command("show", ShowHelp) { section, shown, output };
        show.SetAction(parse =>
        {
            RulesShow.Write(
                cli,
                RulesInput.Load(cli, parse.GetValue(shown)),
                parse.GetValue(section),
                parse.GetValue(output) == OutputFormat.Json
            );
            return ExitCodes.Success;
        });
        var validate = new Command("validate", ValidateHelp) { rules };
        validate.SetAction(parse => Validate(cli, parse.GetValue(rules)));
        return new Command("rules", "The numbers that decisions use: capacity tables, SKUs, prices, policy, alerts.") { validate, show };
    }

    private static int Validate(CliContext cli, string? directory)
    {
        var result = RuleSetLoader.Load(directory is null ? null : cli.ResolvePath(directory));
        if (!result.Succeeded)
        {
            throw CommandException.CreateInvalidInput(Problems.Format("the rules", result.Problems));
        }

        foreach (var file in result.Files)
        {
            cli.Out.WriteLine($"{file.Name, -28} {(file.Origin is { } origin ? UntrustedText.Sanitize(origin) : "built in")}");
        }

        cli.Out.WriteLine(
            $"The rules are valid: {Wording.FormatCount(result.Rules!.Tables.Count, "capacity table")}, "
                + $"{Wording.FormatCount(result.Rules.Tables.Sum(t => t.Rows.Count), "row")}, "
                + $"{Wording.FormatCount(result.Rules.Catalogs.Sum(c => c.Skus.Count), "SKU")}."
        );
        return ExitCodes.Success;
    }
}
