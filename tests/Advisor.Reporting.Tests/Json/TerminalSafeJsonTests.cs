using System.Text;
using System.Text.Json;
using Advisor.Reporting.Json;

namespace Advisor.Reporting.Tests.Json;

public sealed class TerminalSafeJsonTests
{
    // What the agent of a build would take out of its log as a command is escaped; the value stays the same.
    [Theory]
    [InlineData("a ##vso[task.setvariable variable=PATH]/tmp", "a \\u0023#vso[task.setvariable variable=PATH]/tmp")]
    [InlineData("ä ##VSO[task.complete]", "ä \\u0023#VSO[task.complete]")]
    [InlineData("##[error]", "\\u0023#[error]")]
    [InlineData("###[group]\u202e##", "#\\u0023#[group]\\u202E##")]
    [InlineData("## [1] #[2] ##vs", "## [1] #[2] ##vs")]
    public void A_build_finds_no_command_in_a_string_that_still_means_the_same(string text, string expected)
    {
        var escaped = TerminalSafeJson.ToText(Encoding.UTF8.GetBytes('"' + text + '"'));

        Assert.Equal('"' + expected + '"', escaped);
        using var json = JsonDocument.Parse(escaped);
        Assert.Equal(text, json.RootElement.GetString());
    }
}
