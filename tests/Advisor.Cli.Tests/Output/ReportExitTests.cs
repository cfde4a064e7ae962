using Advisor.Cli.Output;

namespace Advisor.Cli.Tests.Output;

/// <summary>Exit codes of an evaluation in which every resource failed, whether read from Azure or from files.</summary>
public class ReportExitTests
{
    [Theory]
    [InlineData("Forbidden", ExitCodes.NotAuthorized)]
    [InlineData("NotFound", ExitCodes.NotFound)]
    [InlineData("Invalid", ExitCodes.Usage)]
    [InlineData("UnknownSku", ExitCodes.InvalidInput)]
    [InlineData("UnitsNotOnLadder", ExitCodes.InvalidInput)]
    [InlineData("ImpossibleSettings", ExitCodes.InvalidInput)]
    [InlineData("Throttled", ExitCodes.Unreachable)]
    [InlineData("SomethingNew", ExitCodes.Unreachable)] // a code of a later version
    public void What_the_rules_do_not_know_is_invalid_input_and_no_failure_to_reach_azure(string failure, int expected) =>
        Assert.Equal(expected, ReportExit.GetExitCode(failure));
}
