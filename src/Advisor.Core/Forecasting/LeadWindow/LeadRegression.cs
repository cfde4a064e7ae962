namespace Advisor.Core.Forecasting.LeadWindow;

/// <summary>
/// Predicts the highest required units of the lead window, in which a change requested now takes effect: a regression on seven plain facts,
/// of which the analogs' median is one, learned every minute from the prediction whose window has just ended. Its errors of the last days
/// give the quantiles.
/// </summary>
internal sealed partial class LeadRegression
{
    // Windows end at most this long after their minute; later ones are not learned from.
    private const int MinutesKept = 16;

    private const int MinHistory = 61;
    private const double MaxRise = 1.5;

    // Expected size of an error: half the spread of the analogs, half the recent error, at least 0.4 %.
    private const double SpreadShare = 0.5,
        ErrorShare = 0.5,
        MinScale = 0.004;
    private const double StartError = 0.02,
        ErrorMinutes = 120;

    // One strange minute teaches little.
    private const double TeachesErrors = 4,
        TeachesAtLeast = 0.02;

    private readonly RecursiveRegression squares;
    private readonly ResidualHistogram residuals;
    private readonly Prediction[] predictions;
    private double meanError = StartError;

    private LeadRegression(RecursiveRegression squares, ResidualHistogram residuals, Prediction[] predictions) =>
        (this.squares, this.residuals, this.predictions) = (squares, residuals, predictions);

    public static LeadRegression Unlearned { get; } = new(new(), new(), new Prediction[MinutesKept]);

    /// <summary>Returns a coefficient of the regression, by the number of its fact.</summary>
    public double GetCoefficient(int fact) => squares.GetCoefficient(fact);

    /// <summary>Learns from the predictions whose window ended, and predicts from the newest minute of a history.</summary>
    /// <param name="lag">Minutes from the newest metrics to now.</param>
    /// <param name="forecast">Forecast of the analogs.</param>
    /// <param name="need">Units required now.</param>
    /// <param name="zone">Time zone of the load; null = UTC.</param>
    /// <returns>The regression that learned, and the prediction.</returns>
    public (LeadRegression Next, LeadForecast Forecast) Advance(
        RequiredUnitsHistory history,
        int lag,
        Forecast forecast,
        double need,
        QuantileLevels levels,
        TimeZoneInfo? zone
    )
    {
        var next = new LeadRegression(squares.Fork(), residuals.Fork(), [.. predictions]) { meanError = meanError };
        next.LearnFromEnded(history);
        var minute = history.NextMinute - 1;
        return forecast.Analogs < AnalogSet.MinCount || history.Count < MinHistory || history.GetCode(minute) == UnitsCode.Unknown
            ? (next, LeadForecast.FromAnalogs(forecast, need))
            : (next, next.Predict(history, lag, forecast, levels, zone));
    }

    private LeadForecast Predict(RequiredUnitsHistory history, int lag, Forecast forecast, QuantileLevels levels, TimeZoneInfo? zone)
    {
        var (from, to) = (AnalogForecast.ComputeLeadStart(lag), AnalogForecast.ComputeLeadEnd(lag));
        var minute = history.NextMinute - 1;
        var (median, high) = (forecast[0, 0], forecast[0, QuantileLevels.Count - 1]);
        var facts = LeadFacts.Create(history, from, to, median, zone);
        var rise = Math.Clamp(squares.Predict(facts), -MaxRise, MaxRise);
        var scale = (SpreadShare * Math.Log(Math.Max(high / median, 1))) + (ErrorShare * meanError) + MinScale;
        if (!history.LowerBounds.Contains(minute))
        {
            predictions[minute % MinutesKept] = new(minute, minute + from, minute + to, facts, rise, scale);
        }

        Span<double> at = stackalloc double[LeadUnits.Count];
        Span<double> errors = stackalloc double[LeadUnits.Count];
        LeadForecast.WriteLevels(levels, at);
        residuals.FindQuantiles(at, errors);
        var (need, units) = (UnitsCode.Decode(history.GetCode(minute)), default(LeadUnits));
        for (var i = 0; i < LeadUnits.Count; i++)
        {
            units[i] = need * Math.Exp(rise + (scale * errors[i]));
        }

        return new(facts, units);
    }

    private void LearnFromEnded(RequiredUnitsHistory history)
    {
        foreach (ref var one in predictions.AsSpan())
        {
            if (one.To == 0 || one.To >= history.NextMinute)
            {
                continue;
            }

            if (
                !history.LowerBounds.HasAny(one.From, one.To - one.From + 1)
                && LeadFacts.FindRiseAhead(history, one.Minute, one.From - one.Minute, one.To - one.Minute) is { } rise
            )
            {
                var limit = (TeachesErrors * meanError) + TeachesAtLeast;
                squares.Learn(one.Facts, Math.Clamp(rise - squares.Predict(one.Facts), -limit, limit));
                residuals.Add((rise - one.Rise) / one.Scale);
                meanError += (Math.Abs(rise - one.Rise) - meanError) / ErrorMinutes;
            }

            one = default;
        }
    }

    /// <summary>Prediction of one minute whose window has not ended; all zero for none.</summary>
    /// <param name="Minute">Minute of the facts, counted from 1970.</param>
    /// <param name="From">First minute of the window.</param>
    /// <param name="To">Last minute of the window, inclusive.</param>
    /// <param name="Rise">Predicted logarithm of the highest of the window over the minute.</param>
    /// <param name="Scale">Expected size of the error.</param>
    private readonly partial record struct Prediction(int Minute, int From, int To, LeadFacts Facts, double Rise, double Scale);
}
