namespace Advisor.Core.Rules;

/// <summary>Weights of previous days in the forecast, as defined in <c>rules/policy.yaml</c>.</summary>
/// <param name="Days">Days of look-back, 0 to 14; 0 = previous days are not used.</param>
/// <param name="SameWeekdayWeight">Weight of a day of the same weekday, in other days, 1 or more.</param>
public sealed record ClockRules(int Days = 14, double SameWeekdayWeight = 5);
