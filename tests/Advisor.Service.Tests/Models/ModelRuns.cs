using System.Globalization;
using FsCheck;

namespace Advisor.Service.Tests.Models;

/// <summary>How many lives a model test runs: a few with the other tests, any number by hand.</summary>
internal static class ModelRuns
{
    private static int? Cases => int.TryParse(Environment.GetEnvironmentVariable("ADVISOR_MODEL_CASES"), out var cases) ? cases : null;

    /// <summary>
    /// Throws at the first life that breaks a law, with that life made as short as possible and the seed to repeat it. The seed is the same
    /// in every run of the tests, and random where the number of cases is given.
    /// </summary>
    public static Config CreateConfig(int cases)
    {
        var config = Config.QuickThrowOnFailure.WithMaxTest(Cases ?? cases);
        return Environment.GetEnvironmentVariable("ADVISOR_MODEL_SEED")?.Split(',') is [var seed, var gamma, ..]
                ? config.WithReplay(Read(seed), Read(gamma))
            : Cases is null ? config.WithReplay(26, 7)
            : config;

        static ulong Read(string number) => ulong.Parse(number, CultureInfo.InvariantCulture);
    }
}
