namespace Advisor.Cli.Tests.Fuzzing;

public sealed class ParserFuzzTests
{
    public static TheoryData<string> Parsers => [.. ParserTargets.All.Select(target => target.Name)];

    [Theory]
    [MemberData(nameof(Parsers))]
    public void Whatever_the_bytes_a_parser_answers_as_documented(string name)
    {
        var target = ParserTargets.All.Single(target => target.Name == name);

        var run = ParserFuzz.Run(target, target.InputsOfTest, seed: 1);

        Assert.Empty(run.Faults);
        Assert.Equal(target.InputsOfTest, run.Inputs);
    }

    [Fact]
    public void A_parser_that_throws_is_found_out()
    {
        var target = new FuzzTarget("broken", ["abc"u8.ToArray()], bytes => _ = bytes[2]);

        Assert.All(ParserFuzz.Run(target, 1000, seed: 1).Faults, fault => Assert.IsType<IndexOutOfRangeException>(fault.Error));
        Assert.NotEmpty(ParserFuzz.Run(target, 1000, seed: 1).Faults);
    }
}
