using System.CommandLine;
using Advisor.Cli.Inputs;
using Advisor.Configuration.Rules;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor rules validate</c>: reads all rules and reports every problem with file, line and reason.</summary>
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

    public static Command Create(CliContext cli)
    {
        var rules = CommonOptions.CreateRules();
        var validate = new Command("validate", ValidateHelp) { rules };
        validate.SetAction(parse => Validate(cli, parse.GetValue(rules)));
        return new Command("rules", "The numbers that decisions use: capacity tables, SKUs, prices, policy.") { validate };
    }

    private static int Validate(CliContext cli, string? directory)
    {
        var result = RuleSetLoader.Load(directory is null ? null : cli.ResolvePath(directory));
        if (!result.Succeeded)
        {
            throw new CommandException(ExitCodes.InvalidInput, Problems.Format("the rules", result.Problems));
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
