using Advisor.Tests;

namespace Advisor.Cli.Tests.Fuzzing;

public sealed class ParserFuzzTests(ITestOutputHelper output)
{
    public static TheoryData<string> Parsers => [.. ParserTargets.All.Select(target => target.Name)];

    [Theory]
    [MemberData(nameof(Parsers))]
    public void Whatever_the_bytes_a_parser_answers_as_documented(string name) =>
        ParserFuzz.Check(ParserTargets.All.Single(target => target.Name == name), output);

    [Fact]
    public void A_parser_that_throws_is_found_out()
    {
        var target = new FuzzTarget("broken", ["abc"u8.ToArray()], bytes => _ = bytes[2]);

        Assert.All(ParserFuzz.Run(target, 1000, seed: 1).Faults, fault => Assert.IsType<IndexOutOfRangeException>(fault.Error));
        Assert.NotEmpty(ParserFuzz.Run(target, 1000, seed: 1).Faults);
    }
}
