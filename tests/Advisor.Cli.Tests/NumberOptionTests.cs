using System.CommandLine;

namespace Advisor.Cli.Tests;

public class NumberOptionTests
{
    private static readonly HashSet<Type> Numbers = [typeof(int), typeof(long), typeof(ulong), typeof(double)];

    public static TheoryData<string, string> ListOptions()
    {
        var root = RootCommandFactory.Create(new CliContext { Out = TextWriter.Null, Error = TextWriter.Null });
        var found = new TheoryData<string, string>();
        foreach (var command in root.Subcommands)
        {
            foreach (var option in command.Options.Where(option => Numbers.Contains(GetNumberType(option.ValueType))))
            {
                found.Add(command.Name, option.Name);
            }
        }

        return found;
    }

    [Theory]
    [MemberData(nameof(ListOptions))]
    public async Task A_word_in_place_of_a_number_is_one_line_that_names_the_option(string command, string option)
    {
        // Hours of simulated time need a loopback Azure first, the port of the demo a server.
        string[] needed = command switch
        {
            "watch" => ["--local"],
            "demo" => ["--serve"],
            _ => [],
        };
        var run = await CliResult.RunAsync([command, .. needed, option, "many"]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Empty(run.Out);
        Assert.Single(run.Error.TrimEnd('\n').Split('\n'));
        Assert.Contains(option, run.Error, StringComparison.Ordinal);
        Assert.Contains("'many'", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("System.", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Commands_have_options_with_numbers() => Assert.True(ListOptions().Count >= 15, $"Only {ListOptions().Count} were found.");

    private static Type GetNumberType(Type type) => Nullable.GetUnderlyingType(type) ?? type.GetElementType() ?? type;
}
