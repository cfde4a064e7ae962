using System.CommandLine;

namespace Advisor.Cli.Tests;

public class NumberOptionTests
{
    private static readonly HashSet<Type> Numbers =
    [
        typeof(int),
        typeof(long),
        typeof(ulong),
        typeof(double),
        typeof(TimeSpan),
        typeof(DateTimeOffset),
    ];

    /// <summary>
    /// Lists the numbers and times of every command: its command line up to the value, with a word for each argument and option that it
    /// needs, and the name that the error has.
    /// </summary>
    public static TheoryData<string, string> ListOptions()
    {
        var root = RootCommandFactory.Create(new CliContext { Out = TextWriter.Null, Error = TextWriter.Null });
        var found = new TheoryData<string, string>();
        Add(root, "");
        return found;

        void Add(Command command, string path)
        {
            foreach (var sub in command.Subcommands)
            {
                Add(sub, $"{path} {sub.Name}".Trim());
            }

            foreach (var option in command.Options.Where(option => IsNumber(option.ValueType)))
            {
                var needed = command
                    .Arguments.Where(argument => argument.Arity.MinimumNumberOfValues > 0)
                    .Select(_ => "x")
                    .Concat(command.Options.Where(other => other.Required && other != option).Select(other => other.Name + " x"));
                found.Add($"{string.Join(' ', needed.Prepend(path))} {option.Name}", option.Name);
            }

            foreach (var (i, argument) in command.Arguments.Index().Where(one => IsNumber(one.Item.ValueType)))
            {
                var options = command.Options.Where(option => option.Required).Select(option => option.Name + " x");
                found.Add(string.Join(' ', [path, .. options, .. Enumerable.Repeat("x", i)]), argument.Name);
            }
        }
    }

    [Theory]
    [MemberData(nameof(ListOptions))]
    public async Task A_word_in_place_of_a_number_or_time_is_one_line_that_names_the_option(string commandLine, string name)
    {
        // What these options need beside them: hours of simulated time a loopback Azure, the port of the demo a server.
        string[] needed = commandLine.Split(' ')[0] switch
        {
            "watch" => ["--local"],
            "demo" => ["--serve"],
            "snooze" => ["--reason", "x"],
            "iac" => ["--resource", "x"],
            _ => [],
        };
        var run = await CliResult.RunAsync([.. commandLine.Split(' '), "many", .. needed]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Empty(run.Out);
        Assert.Single(run.Error.TrimEnd('\n').Split('\n'));
        Assert.Contains(name, run.Error, StringComparison.Ordinal);
        Assert.Contains("'many'", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("System.", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Commands_have_options_with_numbers() => Assert.True(ListOptions().Count >= 35, $"Only {ListOptions().Count} were found.");

    private static bool IsNumber(Type type) => Numbers.Contains(Nullable.GetUnderlyingType(type) ?? type.GetElementType() ?? type);
}
