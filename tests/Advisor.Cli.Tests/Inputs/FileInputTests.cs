using Advisor.Tests;

namespace Advisor.Cli.Tests.Inputs;

/// <summary>Names of files as every command takes them.</summary>
public sealed class FileInputTests
{
    [Theory]
    [InlineData("evaluate --resource . --metrics .")]
    [InlineData("evaluate --local --config .")]
    [InlineData("config check --config .")]
    [InlineData("state import .")]
    public async Task A_folder_in_place_of_a_file_is_one_line_that_says_so(string line)
    {
        Assert.Equal((ExitCodes.InvalidInput, "advisor: '.' is a folder: specify a file in it.\n"), await RunAsync(line));
    }

    [Theory]
    [InlineData("evaluate --resource none.json --metrics none.json")]
    [InlineData("state import none.json")]
    public async Task A_missing_file_is_one_line_with_its_name_as_it_was_given(string line)
    {
        Assert.Equal((ExitCodes.InvalidInput, "advisor: file 'none.json' not found: check its name and folder.\n"), await RunAsync(line));
    }

    private static async Task<(int ExitCode, string Error)> RunAsync(string line)
    {
        using var folder = new TemporaryFolder();
        var run = await CliResult.RunAsync(line.Split(' '), cli => cli with { Folder = folder.Path });
        Assert.Equal("", run.Out);
        return (run.ExitCode, run.Error);
    }
}
